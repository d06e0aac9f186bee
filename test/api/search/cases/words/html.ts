/** Searches of products whose texts have HTML: elements and entities are no words. */
import type { Shops, TextsByLanguage, Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  en: {
    coat: {
      title: 'Men&#39;s coat',
      description: '<div style="color:navy"><p>Of <strong>merino</strong> wool</p></div>',
    },
    table: { title: 'Strong table', description: 'Oak &amp; steel' },
    lamp: {
      title: 'Lamp',
      description: '<table><tr><td>Bulb</td></tr></table>',
      specifications: { Ports: '2 USB<br>1 HDMI' },
    },
  },
};

export const HTML: Topic = { name: 'html', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['strong', ['table']],
    ['table', ['table']],
    ['navy', []],
    ["men's coat", ['coat']],
    ['mens coat', ['coat']],
    ['hdmi', ['lamp']],
    ['br', []],
    ['39', []],
  ])('%s', async (query, ids) => {
    expect((await shops.ids('en', query)).toSorted()).toEqual(ids);
  });

  test.each([
    ['merino', 'description', 'Of merino wool', [{ start: 3, length: 6 }]],
    [
      "men's coat",
      'title',
      'Men&#39;s coat',
      [
        { start: 0, length: 3 },
        { start: 10, length: 4 },
      ],
    ],
    ['hdmi', 'specification', 'Ports: 2 USB 1 HDMI', [{ start: 15, length: 4 }]],
  ])('a match of %s is plain text, and of a title as it is stored', async (query, type, text, highlights) => {
    const [first] = await shops.search('en', query, { highlight: true });
    expect(first?.search.results).toContainEqual(expect.objectContaining({ type, text, highlights }));
  });
}
