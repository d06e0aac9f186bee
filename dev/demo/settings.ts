/** The settings of the services among the variables of an environment. */
import { ENVIRONMENTS } from '../../src/config.ts';
import type { Environment } from '../../src/runtime/config-error.ts';

const NAMES = new Set(Object.values(ENVIRONMENTS).flatMap(({ shape }) => Object.keys(shape)));

/** The variables that are set and are settings of any process, unchecked. */
export const settingsIn = (variables: Environment): Environment =>
  Object.fromEntries(Object.entries(variables).filter(([name, value]) => NAMES.has(name) && value !== undefined));
