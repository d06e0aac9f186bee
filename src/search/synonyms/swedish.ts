/** Swedish words that mean the same in shops. See `common-synonyms.ts`. */
export const SWEDISH_SYNONYMS = `
  mobiltelefon, smartphone, mobil
  bärbar dator, laptop
  tv, teve, television
  powerbank, extern laddare
  usb minne, usb sticka
  hårddisk, hdd
  grafikkort, gpu
  processor, cpu
  förlängningssladd, skarvsladd
  grenuttag, grendosa

  nattduksbord, sängbord
  soptunna, papperskorg, sopkorg
  kylskåp, kyl
  torktumlare, tumlare
  kaffebryggare, kaffemaskin
  hushållspapper, köksrulle
  toapapper, toalettpapper
  vattenflaska, drickflaska
  kran, blandare

  sneakers, gympaskor, träningsskor
  kofta, cardigan
  badrock, morgonrock
  gummistövlar, regnstövlar
  ryggsäck, ryggväska
  midjeväska, magväska
  mössa, beanie
  barnvagn, sittvagn
  solkräm, solskydd
  hårtork, hårfön
  plåster, sårplåster

  skruvdragare, borrskruvdragare
  insexnyckel, sexkantsnyckel
  trädgårdsslang, vattenslang
  motorcykel, mc
  gosedjur, mjukisdjur, kramdjur

  kondom, preservativ
  bomullspinne, bomullstops
  målarbok, färgläggningsbok
  kupéfilter, pollenfilter
  bilbatteri, startbatteri
  registreringsskylt, nummerplåt
  korkskruv, vinöppnare
  dragkedja, blixtlås
  fiol, violin
  trumpinnar, trumstockar
  vadarbyxor, vadare
  skärmskydd, displayskydd

  multiverktyg, multitool
  luftmadrass > liggunderlag
  kylväska, kylbag
  strumpor, sockor
  regnställ, regnset
  myggspray > myggmedel
`;
