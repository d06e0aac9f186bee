/** Romanian words that mean the same in shops. See `common-synonyms.ts`. */
export const ROMANIAN_SYNONYMS = `
  telefon mobil, smartphone
  laptop, notebook
  televizor, tv
  powerbank, power bank, baterie externă
  uscător de păr, feon
  canapea, sofa
  mobilă, mobilier
  bandă adezivă, scotch
  radieră, gumă de șters

  blugi, jeans
  sneakers, pantofi sport
  poșetă > geantă
  ghiozdan > rucsac
  scutece, pampers
  prezervativ, condom
  cremă de plajă, cremă de soare

  cauciucuri > anvelope
  gps > navigație
  baterie auto, acumulator auto
  odorizant auto, parfum auto
  drujbă, ferăstrău cu lanț
  flex, polizor unghiular
  bormașină, mașină de găurit
  mașină de tuns iarba, mașină de tuns gazon
`;
