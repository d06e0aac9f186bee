/**
 * Looks at what ships: the licence of every production dependency against a list, from the lock file and what is
 * installed, without a network. `--known-faults` also asks the registry for known faults and fails on those of high or
 * critical severity; a registry that does not answer such questions is told and is no failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);
const SERIOUS = ['high', 'critical'];

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const say = (line) => process.stdout.write(`${line}\n`);

/** Whether an SPDX expression can be met by allowed licences alone: one side of each OR, both sides of each AND. */
function isAllowed(expression) {
  const alternatives = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return alternatives.some((alternative) => alternative.split(' AND ').every((licence) => ALLOWED.has(licence)));
}

/** What a package says of its licence: as installed, or as in the lock file where it is for another platform. */
function licenceOf(path, locked) {
  const manifest = join(path, 'package.json');
  return (existsSync(join(root, manifest)) ? readJson(manifest).license : undefined) ?? locked.license ?? 'none';
}

function checkLicences() {
  const shipped = Object.entries(readJson('package-lock.json').packages).filter(
    ([path, { dev }]) => path !== '' && !dev,
  );
  const refused = shipped
    .map(([path, locked]) => [path, locked.version, licenceOf(path, locked)])
    .filter(([, , licence]) => typeof licence !== 'string' || !isAllowed(licence));
  for (const [path, version, licence] of refused)
    say(`${path} ${version}: licence ${JSON.stringify(licence)} is not on the list`);
  if (refused.length === 0) say(`Licences: all ${shipped.length} packages that ship are on the list`);
  return refused.length === 0;
}

function checkKnownFaults() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' });
  const report = parsed(stdout ?? '');
  if (report?.vulnerabilities === undefined) {
    say(`Known faults: not looked at, since the registry does not answer (${report?.message ?? 'no answer'})`);
    return true;
  }
  const found = Object.values(report.vulnerabilities);
  for (const { name, severity, range } of found) say(`${name} ${range}: a known fault of severity ${severity}`);
  say(`Known faults: ${found.length} packages`);
  return !found.some(({ severity }) => SERIOUS.includes(severity));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const results = [checkLicences(), ...(process.argv.includes('--known-faults') ? [checkKnownFaults()] : [])];
process.exitCode = results.every(Boolean) ? 0 : 1;
