/**
 * Prints what Spectral's recommended rules find in each of the OpenAPI descriptions of standard input, a JSON array. A
 * program, because Jest takes seconds to load Spectral.
 */
import { json } from 'node:stream/consumers';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

const findings = [];
for (const description of await json(process.stdin)) {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] });
  findings.push(await spectral.run(description));
}
process.stdout.write(JSON.stringify(findings));
