/** Negations are stop words in titles, but queries mean them: what is `sans parfum` has no perfume. */
import type { Shops, TextsByLanguage, Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  fr: {
    'marseille-soap': 'Savon de Marseille',
    'gel-without-soap': { title: 'Mustela Gel lavant', description: 'Sans savon, pour bébé' },
    gel: 'Caudalie Gel douche au savon',
    thermometer: 'Thermomètre sans contact',
    ear: 'Thermomètre contact',
  },
  de: {
    'with-pump': 'Zahnriemensatz mit Wasserpumpe',
    'without-pump': 'Zahnriemensatz ohne Wasserpumpe',
  },
  nl: { clumping: 'Kattenbakvulling met klontvorming', loose: 'Kattenbakvulling zonder klontvorming' },
};

export const NEGATIONS: Topic = { name: 'negations', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['fr', 'sans savon', 'gel-without-soap'],
    ['fr', 'gel sans savon', 'gel-without-soap'],
    ['fr', 'thermomètre sans contact', 'thermometer'],
    ['de', 'zahnriemensatz ohne wasserpumpe', 'without-pump'],
    ['nl', 'kattenbakvulling zonder klontvorming', 'loose'],
  ])('in %s: %s', async (language, query, id) => {
    expect(await shops.found(language, query)).toMatchObject({ first: id, total: 1, isRelaxed: false });
  });
}
