/** Lithuanian words that mean the same in shops. See `common-synonyms.ts`. */
export const LITHUANIAN_SYNONYMS = `
  mobilusis telefonas, išmanusis telefonas
  nešiojamasis kompiuteris, laptopas
  televizorius, tv
  išorinė baterija, powerbank
  usb atmintinė, usb raktas, atmintukas
  kietasis diskas, hdd
  gpu > vaizdo plokštė
  cpu > procesorius
  įkroviklis, pakrovėjas, kroviklis

  mikrobangų krosnelė, mikrobangė
  plaukų džiovintuvas, fenas
  virdulys, arbatinukas
  sofa, minkštasuolis
  šiukšliadėžė, šiukšlių dėžė

  vyriškas, vyrams
  moteriškas, moterims
  vaikiškas, vaikams
  sportiniai bateliai, kedai, sportbačiai
  guminiai batai, guminukai
  džemperis, bliuzonas
  tamprės, leginsai
  maudymosi kostiumėlis, maudymosi kostiumas, maudymukas
  apatiniai, apatinis trikotažas
  akiniai nuo saulės, saulės akiniai
  bodis, bodžiukas
  sauskelnės, pampersai
  čiulptukas, žindukas
  vežimėlis, vaikiškas vežimėlis

  dušo želė, dušo gelis
  kremas nuo saulės, apsauginis kremas nuo saulės, apsauga nuo saulės
  lūpų dažai, lūpdažis
  lūpų blizgis, lūpų blizgesys
  blakstienų tušas, tušas blakstienoms
  plaukų kondicionierius, plaukų balzamas
  kvepalai, parfumuotas vanduo
  šveitiklis, skrabas
  prezervatyvas, kondomas

  kampinis šlifuoklis, bulgarkė, fleksas
  akumuliatorinis, aku
`;
