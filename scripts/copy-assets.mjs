/** Copies what the compiler leaves aside, the storefront page's own files, to where the built server finds them. */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const from = join(root, 'dev', 'storefront');
const to = join(root, 'dist', 'dev', 'storefront');

await mkdir(to, { recursive: true });
const files = (await readdir(from)).filter((file) => /\.(html|css|js)$/.test(file));
await Promise.all(files.map((file) => copyFile(join(from, file), join(to, file))));
