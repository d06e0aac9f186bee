/** The text of HTML in descriptions, and of entities in any text. */
import fc from 'fast-check';
import { decodeEntities, textOfHtml } from '../../../indexer/documents/plain-text.ts';
import { anyText } from '../../support/arbitraries/texts.ts';

test.each([
  ['<p>Soft <strong>cotton</strong>, 2&nbsp;m&sup2;</p>', 'Soft cotton, 2 m²'],
  ['<ul><li>Colour: red</li><li>Size: L</li></ul>', 'Colour: red Size: L'],
  ['<b>Kaffee</b>maschine', 'Kaffeemaschine'],
  ['10 m<sup>2</sup><br/>20 m', '10 m2 20 m'],
  ['<div style="color: navy"><img src="https://images.example.com/a.jpg" alt="tent"></div>', ''],
  ['<style>.strong { color: red }</style>Tent<script>let strong = "<b>";</script>', 'Tent'],
  ['Tent<!-- strong --> for two', 'Tent for two'],
  ['Tent<script>let unclosed', 'Tent'],
  ['Tent <img src="https://images.ex', 'Tent'],
  ['For screws < 5 mm and > 3 mm', 'For screws < 5 mm and > 3 mm'],
  ['<iPhone> & <3', '<iPhone> & <3'],
  ['&lt;b&gt; is bold', '<b> is bold'],
  ['H&M, AT&T and R&D', 'H&M, AT&T and R&D'],
  ['Two\nlines  of text', 'Two\nlines  of text'],
])('%s', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test('titles have entities, but no elements', () => {
  expect(decodeEntities('Men&#39;s <strong> T-shirt &amp; shorts')).toBe("Men's <strong> T-shirt & shorts");
});

test('any text has a text, which is well formed', () => {
  const part = fc.constantFrom('<', '>', '</', '<b', '<script>', '<!--', '-->', '&', '&lt;', '&#', ';', ' ', '"', 'x');
  const html = fc.oneof(
    anyText(),
    fc.array(part).map((parts) => parts.join('')),
  );
  fc.assert(fc.property(html, (text) => textOfHtml(text.toWellFormed()).isWellFormed()));
});

test.each(['<', '<a ', '<script>', '<!--', '<style><', '&', '&#', '<b>&lt;'])(
  'a long text of %s takes time in proportion to its length',
  (part) => {
    // Quadratic time would exceed the limit of the test.
    expect(typeof textOfHtml(part.repeat(1_000_000))).toBe('string');
  },
);
