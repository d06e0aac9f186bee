/**
 * Stems of folded Hindi words: without the endings of numbers and cases. The final ी of a noun stays, because another word
 * may lack it: `पानी` is water and `पान` betel, `घड़ी` a watch and `घड़ा` a pot. Snowball's stemmer removes it.
 */
import { foldText } from '../fold.ts';
import { irregularForms } from './irregular-forms.ts';

/** What a noun consists of. */
const MATERIALS = irregularForms('ऊन/ऊनी सूत/सूती रेशम/रेशमी मखमल/मखमली');

/** Words whose feminine form in ी means the same, without their ending: adjectives, and `बच्चा` (a child). */
const WITH_FEMININE: ReadonlySet<string> = new Set(
  foldText(
    `अच्छ आध ऊँच कच्च कड़व काल खट्ट गंद गहर गाढ़ गील घन चौड़ छोट ठंड ढील तिरछ तीख दोहर नय नीच नील पक्क पतल पहल पील
    पुरान फीक बच्च बड़ भूर मीठ मैल मोट रूख लंब सस्त साद सीध सुनहर सूख हर हल्क`,
  ).split(/\s+/),
);

/** `साड़ियाँ`, `साड़ियों`; `तकिया`, `तकिये` and `तकिए` are the forms of one noun, too. */
const FORM_OF_I = /(?<=..)(?:[िी]य(?:ां?|े|ों?)|िए)$/;
/** `रज़ाइयाँ`. */
const FORM_OF_LONG_I = /(?<=.)इय(?:ां|ों)$/;
/** `नए` is also spelt `नये`. */
const SPELT_WITH_VOWEL = /(?<=[क-ह])ए$/;
/** `मालाएँ` and `चाकुओं` after a vowel, `बोतलें`, `जूतों`, `जूते` and `जूता` after a consonant. */
const OTHER_FORM = /(?<=..)(?:ाय[ेो]ं|ा?[एओ]ं|ें|ों|े|ा)$/;
/** English plurals: `शॉर्ट्स`. Not `बॉक्स`. */
const ENGLISH_PLURAL = /(?<=..[^क])्स$/;

export function stemHindi(word: string): string {
  const noun = word
    .replace(ENGLISH_PLURAL, '')
    .replace(FORM_OF_I, 'ी')
    .replace(FORM_OF_LONG_I, 'ई')
    .replace(SPELT_WITH_VOWEL, 'ये')
    .replace(OTHER_FORM, '')
    .replace(/(?<=.)ि$/, 'ी')
    .replace(/(?<=.)ू$/, 'ु');
  const adjective = noun.replace(/ी$|ई$/, (ending) => (ending === 'ई' ? 'य' : ''));
  return WITH_FEMININE.has(adjective) ? adjective : (MATERIALS.get(noun) ?? noun);
}
