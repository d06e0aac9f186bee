/** The trades that a demo catalogue is made of, in the order in which merchants take them. */

import { electronics } from './electronics.ts';
import { garden } from './garden.ts';
import { kitchen } from './kitchen.ts';
import { outdoor } from './outdoor.ts';
import { stationery } from './stationery.ts';
import { textiles } from './textiles.ts';
import { tools } from './tools.ts';
import { toys } from './toys.ts';
import type { Trade } from './trade.ts';

export const TRADES: readonly Trade[] = [outdoor, kitchen, tools, stationery, textiles, electronics, garden, toys];
