/** Dutch words that mean the same in shops, some of them Flemish. See `common-synonyms.ts`. */
export const DUTCH_SYNONYMS = `
  mobiele telefoon, smartphone, gsm, mobieltje
  telefoonhoesje, gsm hoesje
  laptop, notebook
  televisie, tv
  oordopjes, oortjes
  koptelefoon, hoofdtelefoon
  powerbank, externe batterij
  usb stick, geheugenstick
  hdd > harde schijf
  videokaart, grafische kaart, gpu
  processor, cpu
  beeldscherm, monitor
  verlengsnoer, verlengkabel

  sofa, zetel, bankstel
  nachtkastje, nachttafel
  ladekast, commode
  kledingkast, kleerkast
  dekbed, donsdeken
  gordijn, overgordijn
  vloerkleed, tapijt, karpet
  staande lamp, vloerlamp
  prullenbak, vuilnisbak, afvalemmer
  koelkast, frigo
  wasdroger, droogkast
  koffiezetapparaat, koffiemachine
  koekenpan, bakpan, braadpan
  keukenrol, keukenpapier
  wc papier, toiletpapier
  drinkfles, waterfles
  kraan, mengkraan

  sneakers, gympen, sportschoenen
  pantoffels, sloffen
  trui, pullover, sweater
  vest, cardigan
  badpak, zwempak
  badjas, ochtendjas
  regenlaarzen, rubberlaarzen
  rugzak, rugtas
  koffer, trolley
  portemonnee, portefeuille
  muts, beanie
  spijkerbroek, jeans

  speen, fopspeen
  kinderwagen, buggy
  zonnebrand, zonnecrème
  parfum, eau de parfum
  föhn, haardroger
  pleister, wondpleister

  stanleymes, breekmes
  rolmaat, meetlint
  inbussleutel, zeskantsleutel
  gipsplaat, gipskartonplaat
  zaklamp, zaklantaarn
  tuinslang, waterslang
  barbecue, bbq
  grastrimmer, bosmaaier

  fiets, rijwiel
  fopspeen, tutje
  hondenriem, hondenlijn
  knuffel, knuffeldier
  cadeaupapier, inpakpapier
  friet, patat
  stekkerdoos, verdeelstekker

  wattenstaafje, oorstaafje
  condoom, preservatief
  zuigfles, papfles
  stripboek, stripverhaal
  nummerplaat, kentekenplaat
  interieurfilter, pollenfilter
  schokdemper, schokbreker
  kurkentrekker, wijnopener
  rits, ritssluiting
  klittenband, velcro
  drumstokken, drumsticks
  oplader, lader
`;
