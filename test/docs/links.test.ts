/** The links and paths in the documents exist. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { PROJECT } from '../../dev/project.ts';
import {
  anchorsOf,
  CURRENT_DOCUMENTS,
  codeOf,
  DOCUMENTS,
  type Document,
  filesBelow,
  proseOf,
  readProjectFile,
} from './support/documents.ts';

const exists = (path: string): boolean => existsSync(join(PROJECT, path));

/** The targets of a document's links and images within the project. */
const targetsOf = ({ text }: Document): string[] =>
  [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target));

function errorOf({ path }: Document, target: string): string | null {
  const [file = '', anchor = ''] = target.split('#');
  const linked = file === '' ? path : normalize(join(dirname(path), file));
  if (linked.startsWith('..') || !exists(linked)) return `${path}: ${target} is no file`;
  if (anchor !== '' && !anchorsOf(readProjectFile(linked)).has(anchor)) return `${path}: ${target} is no heading`;
  return null;
}

test('links lead to files and headings', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(20);
  expect(DOCUMENTS.flatMap(targetsOf).length).toBeGreaterThan(60);
  const errors = DOCUMENTS.flatMap((document) => targetsOf(document).map((target) => errorOf(document, target)));
  expect(errors.filter((error) => error !== null)).toEqual([]);
});

/** A path from the project's root. Placeholders and patterns don't match. */
const PATH = /^(?:src|indexer|dev|bench|test|docs|scripts|\.ci|\.github)\/[\w./-]*$/;

const isPath = (path: string): boolean => ['', '.ts', '.test.ts'].some((end) => exists(path + end));

test('files and folders that are named exist', () => {
  const named = CURRENT_DOCUMENTS.flatMap(({ path, text }) =>
    codeOf(text)
      .filter((code) => PATH.test(code))
      .map((code) => ({ path, code })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ code }) => !isPath(code))).toEqual([]);
});

/** A row of indexer/failure-modes.md: what it is called in tests, and the tests that it names. */
function coveredFailures(): { name: string; test: string }[] {
  return readProjectFile('indexer/failure-modes.md')
    .split('\n## ')
    .flatMap((section, index) =>
      [...section.matchAll(/^\| (\d+) \|.*?\|(.*)\|$/gm)].flatMap(([, number = '', covered = '']) =>
        codeOf(covered)
          .filter((code) => /^[a-z]+(-[a-z]+)*$/.test(code))
          .map((test) => ({ name: `${index === 0 ? 'FM-' : 'D'}${number}`, test })),
      ),
    );
}

test('each test that covers a failure mode exists, and names it', () => {
  const tests = new Map(filesBelow('test/indexer').map((path) => [basename(path, '.test.ts'), readProjectFile(path)]));
  const covered = coveredFailures();
  expect(covered.length).toBeGreaterThan(80);
  const names = ({ name, test: file }: { name: string; test: string }) =>
    new RegExp(`\\b${name}\\b`).test(tests.get(file) ?? '');
  expect(covered.filter((each) => !names(each))).toEqual([]);
});

test('every page of docs/ and every decision can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const path of reached) {
    const document = DOCUMENTS.find((each) => each.path === path);
    for (const target of document === undefined ? [] : targetsOf(document)) {
      const linked = normalize(join(dirname(path), target.split('#')[0] ?? ''));
      for (const each of DOCUMENTS) if (each.path === linked || dirname(each.path) === linked) reached.add(each.path);
    }
  }
  expect(DOCUMENTS.map(({ path }) => path).filter((path) => path.startsWith('docs/') && !reached.has(path))).toEqual(
    [],
  );
});
