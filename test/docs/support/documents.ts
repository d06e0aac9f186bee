/** The Markdown documents of the project, and the code in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../dev/project.ts';

export interface Document {
  /** Relative to the project's root, as in `docs/api.md`. */
  readonly path: string;
  readonly text: string;
}

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '.git', '.demo']);

/** The paths of all files below a folder, relative to the project's root. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(PROJECT, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });

export const readProjectFile = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

export const DOCUMENTS: readonly Document[] = filesBelow('')
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readProjectFile(path) }));

/** All documents but the changelog, which also names what was removed. */
export const CURRENT_DOCUMENTS = DOCUMENTS.filter(({ path }) => path !== 'CHANGELOG.md');

const FENCED = /^ *```(\w*)\n(.*?)^ *```$/gms;

/** The text without code: no fenced blocks, no code spans. */
export const proseOf = (text: string): string => text.replace(FENCED, '').replace(/`[^`\n]*`/g, '');

/** Code spans, and the lines of fenced blocks that are not JSON, YAML or a diagram. */
export function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(FENCED)].filter(([, language = '']) => ['', 'sh'].includes(language));
  const lines = blocks.flatMap(([, , block = '']) => block.split('\n').map((line) => line.trim()));
  const spans = [...text.replace(FENCED, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...lines, ...spans].filter((code) => code !== '');
}

/** The anchors that GitHub makes of the headings. */
export function anchorsOf(text: string): Set<string> {
  const headings = [...text.replace(FENCED, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const anchors = new Set<string>();
  for (const heading of headings) {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let anchor = name;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${name}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}
