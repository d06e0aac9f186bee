/** Catalan words that mean the same in shops. See `common-synonyms.ts`. */
export const CATALAN_SYNONYMS = `
  mòbil, telèfon mòbil, smartphone
  portàtil, ordinador portàtil
  televisor, televisió, tele, tv
  bateria externa, powerbank
  memòria usb, pen drive, llapis usb
  disc dur, hdd
  targeta gràfica, gpu
  processador, cpu

  nevera, frigorífic, refrigerador
  rentavaixella, rentaplats
  assecador de cabells, assecador
  bullidor, bullidor d'aigua
  sofà, canapè
  paperera, galleda d'escombraries
  olla a pressió, olla ràpida, olla exprés
  estovalles, tovalles

  ulleres de sol, ulleres per al sol
  jersei, suèter
  dessuadora, sudadera
  sabatilles esportives, bambes, vambes, sabates esportives
  banyador, vestit de bany
  infantil, per a nens
  crema solar, protector solar

  tornavís, desengramponador
  metre, cinta mètrica
  cotxe, automòbil
  bicicleta, bici
  patata, trumfa, creïlla
  préssec, bresquilla
  tomàquet, tomata, tomàtiga
`;
