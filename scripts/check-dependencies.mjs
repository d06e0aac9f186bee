/**
 * Checks the dependencies that ship: the licence of every production dependency must be on a list. Uses the lock file
 * and the installed packages, without a network. `--vulnerabilities` also asks the registry for known ones, and fails on
 * those of high or critical severity. A registry that doesn't support this is reported, and is no failure.
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

/** Returns whether allowed licences satisfy an SPDX expression: one side of each OR, both sides of each AND. */
function isAllowed(expression) {
  const alternatives = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return alternatives.some((alternative) => alternative.split(' AND ').every((licence) => ALLOWED.has(licence)));
}

/** Returns the licence of a package: from its manifest, or from the lock file if it is for another platform. */
function licenceOf(path, locked) {
  const manifest = join(path, 'package.json');
  return (existsSync(join(root, manifest)) ? readJson(manifest).license : undefined) ?? locked.license ?? 'none';
}

function checkLicences() {
  const shipped = Object.entries(readJson('package-lock.json').packages).filter(
    ([path, { dev }]) => path !== '' && !dev,
  );
  const rejected = shipped
    .map(([path, locked]) => [path, locked.version, licenceOf(path, locked)])
    .filter(([, , licence]) => typeof licence !== 'string' || !isAllowed(licence));
  for (const [path, version, licence] of rejected)
    say(`${path} ${version}: licence ${JSON.stringify(licence)} is not on the list`);
  if (rejected.length === 0) say(`Licences: all ${shipped.length} packages that ship are on the list`);
  return rejected.length === 0;
}

function checkKnownVulnerabilities() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' });
  const report = parsed(stdout ?? '');
  if (report?.vulnerabilities === undefined) {
    say(
      `Known vulnerabilities: not checked, because the registry doesn't respond (${report?.message ?? 'no response'})`,
    );
    return true;
  }
  const found = Object.values(report.vulnerabilities);
  for (const { name, severity, range } of found) say(`${name} ${range}: a known vulnerability of severity ${severity}`);
  say(`Known vulnerabilities: ${found.length} packages`);
  return !found.some(({ severity }) => SERIOUS.includes(severity));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const results = [checkLicences(), ...(process.argv.includes('--vulnerabilities') ? [checkKnownVulnerabilities()] : [])];
process.exitCode = results.every(Boolean) ? 0 : 1;
