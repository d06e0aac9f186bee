/** Log lines and error messages name MongoDB by the scheme, hosts and path of its address, which hold no secrets. */
import fc from 'fast-check';
import { withoutCredentials } from '../../../src/engines/mongodb/address.ts';
import { anyText } from '../../support/arbitraries/texts.ts';

const host = fc.constantFrom('host', 'one:1,two:65535', '127.0.0.1:27017', '[::1]:27017', '%2Ftmp%2Fmongodb.sock');
const scheme = fc.constantFrom('mongodb://', 'mongodb+srv://');
const path = fc.constantFrom('', '/', '/catalogue');
/** Every option, because the password of one may be in another: `authMechanismProperties=AWS_SESSION_TOKEN:…`. */
const options = (value: string): string => `?replicaSet=rs&tlsCertificateKeyFilePassword=${value}`;

test('of an address whose special characters are escaped, the scheme, hosts and path are left', () => {
  const user = fc.tuple(anyText({ minLength: 1 }), anyText()).map((both) => both.map(encodeURIComponent));
  fc.assert(
    fc.property(scheme, user, host, path, anyText(), (begin, [name, password], hosts, end, secret) => {
      const shown = `${begin}${hosts}${end}`;
      const query = options(encodeURIComponent(secret));
      for (const credentials of ['', `${name}@`, `${name}:${password}@`])
        expect(withoutCredentials(`${begin}${credentials}${hosts}${end}${query}`)).toBe(shown);
    }),
  );
});

test('no address reveals a secret, even if it is not escaped', () => {
  const part = fc.string({ unit: fc.constantFrom(...'@/?#:&=%\\ a1'), maxLength: 4 });
  const secret = fc.tuple(part, part).map(([before, after]) => `${before}hush${after}`);
  fc.assert(
    fc.property(scheme, secret, host, path, secret, (begin, password, hosts, end, option) => {
      const address = `${begin}reader:${password}@${hosts}${end}${options(option)}`;
      expect(withoutCredentials(address)).not.toMatch(/reader|hush/);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['mongodb://reader:hush@host/catalogue?appName=@catalogue@', 'MONGODB_URL'],
  ['mongodb://reader:hu/sh@host/catalogue', 'MONGODB_URL'],
  ['', 'MONGODB_URL'],
])('%s is shown as %s', (address, shown) => expect(withoutCredentials(address)).toBe(shown));
