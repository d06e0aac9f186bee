/** `catalogue import` reads JSON Lines, reports and skips each invalid line, and is idempotent. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Decimal128 } from 'mongodb';
import { startProcess } from '../../dev/processes/launcher.ts';
import { importFile } from '../../src/commands/import-file.ts';
import { type MongodbProxy, startMongodbProxy, startProxy } from '../support/engines/proxy.ts';
import { runCatalogue } from '../support/in-worker.ts';
import { createService, eventually, type TestService } from '../support/service.ts';
import { screenOf } from '../support/terminal.ts';

const COLLECTIONS = ['merchants', 'locations', 'products', 'collections', 'memberships', 'searchRules'] as const;

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  folder = await mkdtemp(join(tmpdir(), 'catalogue-import-'));
});
beforeEach(async () => {
  for (const name of COLLECTIONS) await service.catalogue[name].deleteMany({});
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
});

const run = (argv: readonly string[], input?: string | Buffer) =>
  runCatalogue(['import', ...argv], service.variables, input);

const times = { createdAt: '2026-01-31T10:30:00.123+01:00', updatedAt: '2026-02-01T00:00:00Z' };
const merchant = { kind: 'merchant', id: 'one', name: 'One', handle: 'one' };
const location = { kind: 'location', id: 'l', merchantId: 'one', name: 'Quay', handle: 'quay' };
const product = {
  kind: 'product',
  id: 'p1',
  merchantId: 'one',
  locationId: 'l',
  handle: 'cup',
  title: 'Cup',
  price: '19.90',
  currency: 'EUR',
  quantity: 3,
  status: 'published',
  ...times,
};
const collection = {
  kind: 'collection',
  id: 'c',
  merchantId: 'one',
  name: 'C',
  handle: 'c',
  status: 'draft',
  ...times,
};
const membership = { kind: 'membership', collectionId: 'c', productId: 'p1', merchantId: 'one', position: 4 };
const rule = {
  kind: 'search_rule',
  id: 'r',
  merchantId: 'one',
  synonyms: ['cup', 'mug'],
  query: ' Cups ',
  pinned: ['p1'],
};
const ALL = [merchant, location, product, collection, membership, rule];

const linesOf = (records: readonly unknown[]) => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;

const manyProducts = (count: number) => Array.from({ length: count }, (_, index) => ({ ...product, id: `p${index}` }));

async function fileOf(content: string | Buffer, name = 'catalogue.jsonl'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

let fifos = 0;

async function makeFifo(): Promise<string> {
  fifos += 1;
  const path = join(folder, `fifo-${fifos}`);
  await promisify(execFile)('mkfifo', [path]);
  return path;
}

async function stored(): Promise<Record<string, unknown[]>> {
  const lists = COLLECTIONS.map(async (name) => [
    name,
    await service.catalogue[name].find().sort({ _id: 1 }).toArray(),
  ]);
  return Object.fromEntries(await Promise.all(lists));
}

const EXPECTED = {
  merchants: [{ _id: 'one', name: 'One', handle: 'one', status: 'active' }],
  locations: [
    {
      _id: 'l',
      merchantId: 'one',
      name: 'Quay',
      handle: 'quay',
      address: { line1: '', city: '', region: '', postalCode: '', countryCode: '' },
      timezone: '',
    },
  ],
  products: [
    {
      _id: 'p1',
      merchantId: 'one',
      locationId: 'l',
      handle: 'cup',
      title: 'Cup',
      subtitle: '',
      description: '',
      barcode: '',
      price: Decimal128.fromString('19.90'),
      currency: 'EUR',
      quantity: 3,
      status: 'published',
      featured: false,
      inventory: { sku: '', reserved: 0, allowBackorder: false },
      variants: [],
      specifications: {},
      images: [],
      createdAt: new Date('2026-01-31T09:30:00.123Z'),
      updatedAt: new Date('2026-02-01T00:00:00Z'),
    },
  ],
  collections: [
    {
      _id: 'c',
      merchantId: 'one',
      name: 'C',
      handle: 'c',
      description: '',
      status: 'draft',
      images: [],
      createdAt: new Date('2026-01-31T09:30:00.123Z'),
      updatedAt: new Date('2026-02-01T00:00:00Z'),
    },
  ],
  memberships: [{ _id: 'c:p1', merchantId: 'one', collectionId: 'c', productId: 'p1', position: 4, hidePrice: false }],
  searchRules: [{ _id: 'r', merchantId: 'one', synonyms: ['cup', 'mug'], query: 'Cups', pinned: ['p1'] }],
};

describe('input', () => {
  test('plain lines from a file become documents of the data model, with defaults', async () => {
    const { code, stdout, stderr } = await run([await fileOf(linesOf(ALL))]);
    expect(stderr).not.toMatch(/line \d|warning/);
    expect(stdout).toMatch(/^6 lines: 6 written, 0 skipped, in \d+\.\d s \(\d+ lines\/s\)\n$/);
    expect(code).toBe(0);
    expect(await stored()).toEqual(EXPECTED);
  });

  test('gzip is detected by its content, whatever the name', async () => {
    const { code } = await run([await fileOf(gzipSync(linesOf(ALL)), 'catalogue.txt')]);
    expect(code).toBe(0);
    expect(await stored()).toEqual(EXPECTED);
  });

  test.each([
    ['plain', (text: string) => text],
    ['gzip', (text: string) => gzipSync(text)],
  ])('- is standard input, %s', async (_kind, made) => {
    const { code, stdout } = await run(['-'], made(linesOf(ALL)));
    expect([code, stdout.split(',')[0]]).toEqual([0, '6 lines: 6 written']);
    expect(await stored()).toEqual(EXPECTED);
  });

  test('Windows line endings, empty lines, and a last line without a line break are accepted', async () => {
    const text = ALL.map((record) => JSON.stringify(record)).join('\r\n\r\n\n');
    const { code } = await run(['-'], text);
    expect(code).toBe(0);
    expect(await stored()).toEqual(EXPECTED);
  });

  test('empty input imports nothing', async () => {
    for (const empty of ['\n\n', gzipSync('')]) {
      const { code, stdout } = await run(['-'], empty);
      expect([code, stdout.split(',')[0]]).toEqual([0, '0 lines: 0 written']);
    }
  });

  test('a FIFO is read from its beginning to its end, plain and gzip', async () => {
    for (const content of [linesOf(ALL), gzipSync(linesOf(ALL))]) {
      const fifo = await makeFifo();
      const [{ code, stdout }] = await Promise.all([run([fifo]), writeFile(fifo, content)]);
      expect([code, stdout.split(',')[0]]).toEqual([0, '6 lines: 6 written']);
      expect(await stored()).toEqual(EXPECTED);
    }
  });

  test('more than one batch is imported completely', async () => {
    const many = Array.from({ length: 2500 }, (_, index) => ({
      ...product,
      id: `p${index}`,
      title: `Täße ${index} 😀`,
    }));
    const { code, stdout } = await run(['-'], gzipSync(linesOf(many)));
    expect([code, stdout.split(',')[0]]).toEqual([0, '2500 lines: 2500 written']);
    expect(await service.catalogue.products.countDocuments({ title: /^Täße \d+ 😀$/ })).toBe(2500);
  });
});

describe('again', () => {
  test('the same import changes nothing', async () => {
    const file = await fileOf(linesOf(ALL));
    await run([file]);
    const { code } = await run([file]);
    expect(code).toBe(0);
    expect(await stored()).toEqual(EXPECTED);
  });

  test('a changed line replaces its whole document', async () => {
    await run(['-'], linesOf([merchant, location, { ...product, subtitle: 'Blue' }]));
    await run(['-'], linesOf([{ ...product, title: 'Mug' }]));
    expect((await stored()).products).toEqual([{ ...EXPECTED.products[0], title: 'Mug' }]);
  });

  test('of several lines with one id the last one is stored, whether the document existed or not', async () => {
    const titled = (title: string) => ({ ...product, title });
    for (const last of ['Beaker', 'Bowl']) {
      const lines = [titled('Mug'), { ...titled('Stolen'), merchantId: 'two' }, titled('Jug'), titled(last)];
      const { code, stdout, stderr } = await run(['-'], linesOf(lines));
      expect([code, stdout.split(', in')[0]]).toEqual([1, '4 lines: 3 written, 1 skipped']);
      expect(stderr).toContain('line 2: id: belongs to another merchant\n');
      expect((await stored()).products).toEqual([{ ...EXPECTED.products[0], title: last }]);
    }
  });
});

describe('invalid lines', () => {
  const NO_DATE =
    /^line 1: createdAt: must be a date and time with seconds and an offset, as in 2026-01-31T09:30:00\+01:00$/;
  const bad: readonly (readonly [unknown, RegExp])[] = [
    ['{', /^line 1: is not JSON$/],
    ['[1]', /^line 1: is not a JSON object$/],
    [
      { ...product, kind: 'shop' },
      /^line 1: kind: must be one of merchant, location, product, collection, membership, search_rule$/,
    ],
    [{ ...product, kind: undefined }, /^line 1: kind: /],
    [{ ...product, kind: '__proto__' }, /^line 1: kind: /],
    [{ ...product, id: undefined }, /^line 1: id: is missing$/],
    [{ ...product, id: '' }, /^line 1: id: must not be empty$/],
    [{ ...product, id: 'x'.repeat(201) }, /^line 1: id: must have at most 200 characters$/],
    [{ ...product, id: 'a\u0000b' }, /^line 1: id: must not contain a null character$/],
    [{ ...product, id: 'sur\ud800' }, /^line 1: id: must not contain a lone surrogate$/],
    [{ ...product, merchantId: 5 }, /^line 1: merchantId: must be a text$/],
    [{ ...product, price: 'gratis' }, /^line 1: price: must be a number or a decimal text$/m],
    [{ ...product, price: undefined }, /^line 1: price: is missing$/],
    [{ ...product, currency: 'eur' }, /^line 1: currency: must be three capital letters$/],
    [{ ...product, status: 'sold' }, /^line 1: status: must be one of draft, published, archived$/],
    ...['yesterday', '2026-01-31', '2026-01-31T09:30Z', '2026-01-31T09:30:00', '2026-01-31T09:30:00+0100'].map(
      (createdAt) => [{ ...product, createdAt }, NO_DATE] as const,
    ),
    [{ ...product, createdAt: undefined }, /^line 1: createdAt: is missing$/],
    [{ ...product, specifications: { weight: 5 } }, /^line 1: specifications\.weight: /],
    [
      { ...product, specifications: { 'a\u0000b': 'x' } },
      /^line 1: specifications: must not have a null character in a key$/,
    ],
    [{ ...product, images: [{ mimeType: 'image/png' }] }, /^line 1: images\.0\.path: /],
    [
      { ...product, quantity: '3', featured: 'yes' },
      /^line 1: quantity: must be a number; featured: must be true or false$/,
    ],
    [{ ...membership, productId: undefined }, /^line 1: productId: /],
    [{ ...rule, synonyms: ['cup'] }, /^line 1: synonyms: must have at least 2 entries$/],
    [{ ...rule, synonyms: ['cup', '!'] }, /^line 1: synonyms\.1: must have a letter or a digit$/],
    [{ ...rule, synonyms: ['cup', 'a b c d e f g h i'] }, /^line 1: synonyms\.1: must have at most 8 words$/],
    [
      { ...rule, synonyms: undefined, query: undefined },
      /^line 1: (?=.*synonyms: is required, unless query is given)(?=.*query: )/,
    ],
    [{ ...rule, pinned: undefined }, /^line 1: pinned: is required with query, unless hidden is given$/],
    [{ ...rule, hidden: Array(201).fill('p1') }, /^line 1: hidden: must have at most 200 entries$/],
  ];

  test('each is reported by number, field and reason, and skipped; the others are imported; exit code 1', async () => {
    const lines = bad.map(([record]) => (typeof record === 'string' ? record : JSON.stringify(record)));
    const { code, stdout, stderr } = await run(['-'], [...lines, '', JSON.stringify(product), ''].join('\n'));
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^${bad.length + 1} lines: 1 written, ${bad.length} skipped, `));
    const reported = stderr.split('\n').filter((line) => line.startsWith('line '));
    expect(reported.length).toBe(bad.length);
    for (const [index, [, reason]] of bad.entries()) {
      expect(reported[index]).toMatch(new RegExp(`^line ${index + 1}: `));
      expect(reported[index]?.replace(/^line \d+/, 'line 1')).toMatch(reason);
    }
    expect((await stored()).products).toEqual(EXPECTED.products);
  });

  test.each([
    ['plain', (bytes: Buffer) => bytes],
    ['gzip', (bytes: Buffer) => gzipSync(bytes)],
  ])('a line that is not UTF-8 is reported and skipped, %s', async (_kind, made) => {
    const latin1 = Buffer.from(JSON.stringify({ ...product, title: 'Stövel' }), 'latin1');
    const boots = Buffer.from(JSON.stringify({ ...product, id: 'p2', title: 'Stövel \ufffd' }));
    const bytes = Buffer.concat([Buffer.from('\ufeff'), boots, Buffer.from('\r\n'), latin1, Buffer.from('\r\n')]);
    const { code, stdout, stderr } = await run(['-'], made(bytes));
    expect([code, stdout.split(', in')[0]]).toEqual([1, '2 lines: 1 written, 1 skipped']);
    expect(stderr).toContain('line 2: is not UTF-8\n');
    expect((await stored()).products).toEqual([{ ...EXPECTED.products[0], _id: 'p2', title: 'Stövel \ufffd' }]);
  });

  test('a line with the id of another merchant is rejected and reported', async () => {
    await run(['-'], linesOf(ALL));
    const stolen = [
      { ...location, merchantId: 'two' },
      { ...product, merchantId: 'two', title: 'Stolen' },
      { ...collection, merchantId: 'two' },
      { ...membership, merchantId: 'two' },
      { ...rule, merchantId: 'two' },
    ];
    const { code, stdout, stderr } = await run(['-'], linesOf(stolen));
    expect([code, stdout.split(', in')[0]]).toEqual([1, '5 lines: 0 written, 5 skipped']);
    for (const line of [1, 2, 3, 4, 5]) expect(stderr).toContain(`line ${line}: id: belongs to another merchant\n`);
    expect(await stored()).toEqual(EXPECTED);
  });

  test('a document too large for MongoDB is skipped, whether it is new or a replacement', async () => {
    await run(['-'], linesOf([product]));
    // The second one is only too large together with the filter of its replacement.
    for (const characters of [17_000_000, 16_776_700]) {
      const large = { ...product, description: 'x'.repeat(characters) };
      const lines = [{ ...large, id: 'new' }, large, membership];
      const { code, stdout, stderr } = await run([await fileOf(linesOf(lines))]);
      expect([code, stdout.split(', in')[0]]).toEqual([1, '3 lines: 1 written, 2 skipped']);
      for (const line of [1, 2])
        expect(stderr).toContain(`line ${line}: is larger than the 16 MB that MongoDB takes\n`);
      expect((await stored()).products).toEqual(EXPECTED.products);
    }
  });

  test('a membership with the id of another one is rejected, in the same file and later', async () => {
    const one = { ...membership, collectionId: 'a:b', productId: 'c' };
    const other = { ...membership, collectionId: 'a', productId: 'b:c' };
    const expected = [{ ...EXPECTED.memberships[0], _id: 'a:b:c', collectionId: 'a:b', productId: 'c' }];
    for (const lines of [[one, other], [other]]) {
      const { code, stderr } = await run(['-'], linesOf([...lines, { ...other, merchantId: 'two' }]));
      expect(code).toBe(1);
      expect(stderr).toContain(`line ${lines.length}: id: a:b:c is that of another membership\n`);
      expect(stderr).toContain(`line ${lines.length + 1}: id: belongs to another merchant\n`);
      expect((await stored()).memberships).toEqual(expected);
    }
    const { code } = await run(['-'], linesOf([{ ...one, position: 5 }]));
    expect(code).toBe(0);
    expect((await stored()).memberships).toEqual([{ ...expected[0], position: 5 }]);
  });

  test('an unknown nested field is reported by its path', async () => {
    const { code, stderr } = await run(
      ['-'],
      linesOf([
        { ...location, address: { street: 'Main 1' } },
        { ...product, inventory: { SKU: 'A-1' }, images: ['a', 'b'].map((path) => ({ path, alt: 'x' })) },
      ]),
    );
    expect(code).toBe(0);
    expect(stderr.match(/warning: .*/g)).toEqual([
      'warning: a location has no field address.street, so it is ignored',
      'warning: a product has no field inventory.SKU, so it is ignored',
      'warning: a product has no field images.alt, so it is ignored',
    ]);
  });

  test('an unknown field is omitted, with one warning for all its lines', async () => {
    const { code, stderr } = await run(
      ['-'],
      linesOf([product, { ...product, id: 'p2', colour: 'red' }, { ...product, id: 'p3', colour: 'blue' }]),
    );
    expect(code).toBe(0);
    expect(stderr.match(/warning: a product has no field colour, so it is ignored\n/g)?.length).toBe(1);
    const { products } = await stored();
    expect(products?.length).toBe(3);
    for (const item of products ?? []) expect(item).not.toHaveProperty('colour');
  });
});

describe('a stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s ends an idle standard input: the lines read so far are written',
    async (signal) => {
      const running = startProcess('src/cli.js', ['import', '-'], service.variables);
      running.write(`${linesOf(ALL)}no JSON\n{"kind":`);
      await eventually(
        async () => running.output(),
        (output) => output.includes('line 7: is not JSON'),
      );
      expect(await running.end(signal)).toBe(1);
      expect(running.output()).toContain('7 lines: 6 written, 1 skipped, in ');
      expect(await stored()).toEqual(EXPECTED);
    },
  );

  test('ends the wait for an idle writer of a FIFO', async () => {
    const shell = { argv: [], environment: service.variables, stdin: Readable.from([]), stdout: new PassThrough() };
    const fifo = await makeFifo();
    const running = importFile({ ...shell, stderr: new PassThrough() }, fifo);
    // Fails until the import has opened the FIFO.
    const openForWriting = () => open(fifo, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => null);
    const idle = await eventually(openForWriting, (writer) => writer !== null);
    process.emit('SIGTERM', 'SIGTERM');
    expect(await running).toBe(1);
    await idle?.close();
    expect(String(shell.stdout.read())).toMatch(/^0 lines: 0 written, /);
  });

  /** Starts an import of 5000 products, and stops it while MongoDB has not responded to the first 1000. */
  async function stopDuringWrite() {
    const file = await fileOf(linesOf(manyProducts(5000)));
    const proxy = await startMongodbProxy(service);
    const write = proxy.delayAt('insert');
    const running = startProcess('src/cli.js', ['import', file], { ...service.variables, MONGODB_URL: proxy.url });
    await write.held;
    running.signal('SIGTERM');
    await eventually(
      async () => running.output(),
      (output) => output.includes('Stopping after the lines read so far.'),
    );
    return { file, proxy, write, running };
  }

  const expectToContinue = async (file: string) => {
    const { code, stdout } = await run([file]);
    expect([code, stdout.split(', in')[0]]).toEqual([0, '5000 lines: 5000 written, 0 skipped']);
    expect(await service.catalogue.products.countDocuments()).toBe(5000);
  };

  test('in the middle of a file: its writes end, and the same import continues', async () => {
    const { file, proxy, write, running } = await stopDuringWrite();
    write.release();
    expect(await running.exited).toBe(1);
    const [, lines, written] = /^(\d+) lines: (\d+) written, 0 skipped, /m.exec(running.output()) ?? [];
    expect(written).toBe(lines);
    expect(Number(lines)).toBeLessThan(5000);
    expect(await service.catalogue.products.countDocuments()).toBe(Number(written));
    await proxy.refuse();
    await expectToContinue(file);
  });

  test('a second signal ends the process without the write that it waits for', async () => {
    const { file, proxy, running } = await stopDuringWrite();
    expect(await running.end('SIGTERM')).toBe(1);
    expect(running.output()).not.toContain('written');
    expect(await service.catalogue.products.countDocuments()).toBe(0);
    await proxy.refuse();
    await expectToContinue(file);
  });
});

describe('unreadable input is a clear error with exit code 1', () => {
  const expectClear = ({ code, stderr }: { code: number | null; stderr: string }, why: RegExp) => {
    expect(code).toBe(1);
    expect(stderr).toMatch(why);
    expect(stderr).not.toMatch(/\n\s+at |node:/);
  };

  test('a truncated gzip file', async () => {
    const whole = gzipSync(linesOf(manyProducts(200)));
    for (const length of [whole.length - 4, 200, 5])
      expectClear(
        await run([await fileOf(whole.subarray(0, length), 'cut.gz')]),
        /cut\.gz cannot be read: unexpected end of file; \d+ lines are imported/,
      );
  });

  test('the lines before the end of a truncated gzip file are imported', async () => {
    const lines = linesOf(
      manyProducts(5000).map((each) => ({ ...each, description: randomBytes(100).toString('hex') })),
    );
    const whole = gzipSync(lines);
    const { code, stderr } = await run([await fileOf(whole.subarray(0, whole.length / 2), 'half.gz')]);
    expect(code).toBe(1);
    const ids = (await service.catalogue.products.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    expect(ids.length).toBeGreaterThan(1000);
    expect(stderr).toContain(`; ${ids.length} lines are imported\n`);
    expect(new Set(ids)).toEqual(new Set(manyProducts(ids.length).map(({ id }) => id)));
  });

  test('a corrupt gzip file', async () => {
    const damaged = gzipSync(linesOf(ALL));
    damaged.fill(0xff, 30, 60);
    expectClear(
      await run([await fileOf(damaged, 'damaged.gz')]),
      /damaged\.gz cannot be read: .*; 0 lines are imported/,
    );
  });

  test('a missing file', async () => {
    expectClear(
      await run([join(folder, 'nothing.jsonl')]),
      /nothing\.jsonl cannot be read: ENOENT: .*; 0 lines are imported/,
    );
  });

  test('a folder', async () => {
    expectClear(await run([folder]), /cannot be read: EISDIR: .*; 0 lines are imported/);
  });
});

describe('a connection to MongoDB that breaks in the middle of a bulk', () => {
  // More bytes than fit into the buffers of the connection.
  const lines = linesOf(manyProducts(100).map((each) => ({ ...each, description: '好'.repeat(80_000) })));
  const importThrough = async (proxy: MongodbProxy) =>
    await runCatalogue(['import', await fileOf(lines)], { MONGODB_URL: proxy.url });

  test('the bulk is written again', async () => {
    const proxy = await startMongodbProxy(service);
    const cut = proxy.cutAt('insert', 'before');
    const finished = await importThrough(proxy);
    await cut;
    await proxy.refuse();
    expect(finished).toMatchObject({ code: 0, stdout: expect.stringMatching(/^100 lines: 100 written, 0 skipped, /) });
    expect(await service.catalogue.products.countDocuments()).toBe(100);
  });

  test('again and again: MongoDB is named, and not the input', async () => {
    const proxy = await startMongodbProxy(service);
    const cutAgain = (): Promise<void> => proxy.cutAt('insert', 'before').then(cutAgain);
    void cutAgain();
    const { code, stderr } = await importThrough(proxy);
    await proxy.refuse();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /trying again\n0 lines are written\. Run the same import again to continue\.\nMongoDB does not answer at /,
    );
    expect(stderr).not.toContain('cannot be read');
  });
});

test('on a terminal, reports are above the bar, and the summary is below it', async () => {
  let printed = '';
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  terminal.on('data', (text) => {
    printed += String(text);
  });
  async function* lines() {
    yield `{\n${linesOf(manyProducts(1000))}`;
    // The bar hides the cursor.
    await eventually(
      async () => printed,
      (output) => output.includes('\u001b[?25l'),
    );
    yield 'no JSON\n[1]\n';
  }
  const stdin = Readable.from(lines(), { objectMode: false });
  const shell = { argv: [], environment: service.variables, stdin, stdout: terminal, stderr: terminal };
  expect(await importFile(shell, '-')).toBe(1);
  expect(screenOf(printed)).toEqual([
    'line 1: is not JSON',
    'line 1002: is not JSON',
    'line 1003: is not a JSON object',
    expect.stringMatching(/^import \d+ lines \| \d+\/s$/),
    expect.stringMatching(/^1003 lines: 1000 written, 3 skipped, in /),
  ]);
});

test('MongoDB that goes away is named, and the bar of a terminal ends, so that the process can', async () => {
  const proxy = await startProxy(service.variables.MONGODB_URL ?? '');
  const address = new URL(service.variables.MONGODB_URL ?? '');
  address.host = `127.0.0.1:${proxy.port}`;
  address.searchParams.set('directConnection', 'true');
  address.searchParams.set('serverSelectionTimeoutMS', '500');
  const lineOf = (index: number) =>
    `${JSON.stringify({ kind: 'location', id: `l${index}`, merchantId: 'one', name: 'L', handle: `l${index}` })}\n`;
  async function* lines() {
    for (let index = 0; index < 1000; index += 1) yield lineOf(index);
    await eventually(
      () => service.catalogue.locations.countDocuments({ _id: /^l/ }),
      (count) => count === 1000,
    );
    void proxy.cutAt('insert', 'before').then(() => proxy.refuse());
    for (let index = 1000; index < 2000; index += 1) yield lineOf(index);
  }
  let printed = '';
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  terminal.on('data', (text) => {
    printed += String(text);
  });
  const shell = {
    argv: [],
    environment: { MONGODB_URL: address.href },
    stdin: Readable.from(lines(), { objectMode: false }),
  };
  const code = await importFile({ ...shell, stdout: new PassThrough(), stderr: terminal }, '-');
  expect(code).toBe(1);
  expect(printed).toContain('1000 lines are written. Run the same import again to continue.');
  expect(printed).toMatch(/MongoDB (?:cannot be reached|does not answer)/);
  // The bar shows the cursor again when it ends.
  expect(printed).toContain('\u001b[?25h');
});
