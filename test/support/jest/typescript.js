/** Lets Node import the tests and the sources as they are written: see typescript-hooks.js. */
import { register } from 'node:module';

register('./typescript-hooks.js', import.meta.url);
