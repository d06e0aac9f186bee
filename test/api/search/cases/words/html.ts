/**
 * Searches of products whose texts have HTML or invisible characters: elements and entities are no words, no part of
 * them is highlighted, and a word with a soft hyphen is one word.
 */
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
    saw: {
      title: '<span style="color:green">SALE</span> Hand saw<br/>fine teeth',
      description: '&lt;p&gt;Teeth of &lt;strong&gt;hardened&lt;/strong&gt; steel&lt;/p&gt;',
    },
    grinder: {
      title: 'M&uuml;hle grin\u00adder &amp;quot;Pro&amp;quot;',
      subtitle: 'Sand\u200bpaper inclu\u00added',
      description: '<p>Adjus&shy;table grain<o:p></o:p></p>',
      specifications: { Colour: 'Black &amp; white' },
    },
    'other-grinder': { title: 'Knife sharpener', specifications: { Colour: 'Black & white' } },
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
    ['green', []],
    ['quot', []],
    ['hand saw', ['saw']],
    ['hardened', ['saw']],
    ['mühle', ['grinder']],
    ['grinder', ['grinder']],
    ['sandpaper', ['grinder']],
    ['adjustable', ['grinder']],
    ['grin\u00adder', ['grinder']],
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
    ['hardened', 'description', 'Teeth of hardened steel', [{ start: 9, length: 8 }]],
    ['adjustable', 'description', 'Adjustable grain', [{ start: 0, length: 10 }]],
    [
      'mühle grinder pro',
      'title',
      'M&uuml;hle grin\u00adder &amp;quot;Pro&amp;quot;',
      [
        { start: 0, length: 10 },
        { start: 11, length: 8 },
        { start: 30, length: 3 },
      ],
    ],
  ])('a match of %s is plain text, and of a title as it is stored', async (query, type, text, highlights) => {
    const [first] = await shops.search('en', query, { highlight: true });
    expect(first?.search.results).toContainEqual(expect.objectContaining({ type, text, highlights }));
  });

  test('a value of a facet with an entity is the same as one with its character', async () => {
    const filter = { specifications: { Colour: 'Black &amp; white' } };
    const { meta, facets } = await shops.page('en', { filter, facets: ['specifications.Colour'] });
    expect(meta.total).toBe(2);
    expect(facets['specifications.Colour']?.values).toEqual([
      { value: 'black & white', label: 'Black & white', count: 2 },
    ]);
  });
}
