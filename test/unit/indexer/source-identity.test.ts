/** The identity of the MongoDB that an index was built from: comparison, and the message for operators. */
import { sourceDifference } from '../../../indexer/source/source-identity.ts';

const INDEX = '4f6a c0ffee 65aa';

test.each([
  ['another id', '9a1b c0ffee 65aa'],
  ['another collection', '4f6a deca0f 65aa'],
  ['another replica set', '4f6a c0ffee 66bb'],
  ['another id, with the other parts unknown', '9a1b'],
  ['another replica set, with an unknown collection', '4f6a  66bb'],
])('D14: %s is another source', (_what, mongodb) => {
  expect(sourceDifference(INDEX, mongodb)).not.toBeNull();
  expect(sourceDifference(mongodb, INDEX)).not.toBeNull();
});

test.each([
  ['all parts', INDEX],
  ['no replica set', '4f6a c0ffee'],
  ['no collection', '4f6a  65aa'],
  ['the id alone', '4f6a'],
])('an unknown part is not a difference: %s', (_what, mongodb) => {
  expect(sourceDifference(INDEX, mongodb)).toBeNull();
  expect(sourceDifference(mongodb, INDEX)).toBeNull();
});

test.each([
  [
    '9a1b c0ffee 66bb',
    'the index was built from database id 4f6a (replica set 65aa, collection c0ffee), this MongoDB is database id 9a1b (replica set 66bb, collection c0ffee): another database',
  ],
  [
    '4f6a deca0f',
    'the index was built from database id 4f6a (replica set 65aa, collection c0ffee), this MongoDB is database id 4f6a (replica set not known, collection deca0f): the database was restored from a dump',
  ],
  [
    '4f6a c0ffee 66bb',
    'the index was built from database id 4f6a (replica set 65aa, collection c0ffee), this MongoDB is database id 4f6a (replica set 66bb, collection c0ffee): a copy of the data files in another replica set',
  ],
])('D14: the message names both sides and the difference: %s', (mongodb, text) => {
  expect(sourceDifference(INDEX, mongodb)).toBe(text);
});
