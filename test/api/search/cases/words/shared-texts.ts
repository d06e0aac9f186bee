/** A text that all descriptions of a shop share names kinds of products: these words still tell products apart. */
import { numbered, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const described = (title: string) => ({ title, description: 'Anderen kochten ook een fiets, helm, slot of band.' });

const SHOPS: TextsByLanguage = {
  nl: {
    'slot-chain': described('Slot met ketting'),
    'slot-alarm': described('Slot met alarm zwart'),
    chain: described('Ketting 9 speed'),
    alarm: described('Alarm los'),
    saddle: described('Zadel zwart'),
    jacket: described('Jas zwart'),
    ...numbered('other', 20, (index) => described(`Bidon ${index}`)),
  },
};

export const SHARED_TEXTS: Topic = { name: 'shared-texts', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['slot ketting', 'slot-chain'],
    ['slot alarm', 'slot-alarm'],
    ['slot zwart', 'slot-alarm'],
  ])('a word of all descriptions counts as rare as it is in titles: %s', async (query, first) => {
    expect((await shops.ids('nl', query))[0]).toBe(first);
  });

  test('a word that no title has finds all products', async () => {
    expect((await shops.ids('nl', 'helm', { limit: 100 })).length).toBe(26);
  });
}
