/** The text of HTML and of entities in the texts of products, and where each character of it is in a text as stored. */
import fc from 'fast-check';
import { readText, textOfHtml } from '../../../../src/search/text/plain-text.ts';
import { anyText } from '../../../support/arbitraries/texts.ts';

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
  ['<p>&lt;b&gt; is bold</p>', '<b> is bold'],
  ['&lt;p&gt;Soft &lt;b&gt;cotton&lt;/b&gt;&lt;/p&gt;', 'Soft cotton'],
  ['&lt;p&gt;Caf&amp;eacute;&lt;/p&gt;', 'Café'],
  ['Screen 10&amp;quot;', 'Screen 10"'],
  ['<![CDATA[<p>Soft cotton</p>]]>', 'Soft cotton'],
  ['<p class="MsoNormal">Soft cotton<o:p></o:p></p>', 'Soft cotton'],
  ['Tour\u00adne\u200bvis', 'Tournevis'],
  ['Tour&shy;ne&shy;vis', 'Tournevis'],
  ['H&M, AT&T and R&D', 'H&M, AT&T and R&D'],
  ['Two\nlines  of text', 'Two\nlines  of text'],
])('%s', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test.each([
  ['M&uuml;hle', 'Mühle', [0, 1, 7, 8, 9], [1, 7, 8, 9, 10]],
  ['<b>Bo</b>x', 'Box', [3, 4, 9], [4, 5, 10]],
  ['Bo\u00adx', 'Box', [0, 1, 3], [1, 2, 4]],
  ['Box&amp;quot;', 'Box"', [0, 1, 2, 3], [1, 2, 3, 13]],
])('%s is read as %s', (stored, text, starts, ends) => {
  expect(readText(stored)).toEqual({ text, starts, ends });
});

test.each(['Men’s T-shirt', 'H&M, 5 < 6'])('%s is read as it is stored', (stored) => {
  expect(readText(stored)?.text ?? stored).toBe(stored);
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
