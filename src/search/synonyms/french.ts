/** French words that mean the same in shops, some of them of Quebec and Belgium. See `common-synonyms.ts`. */
export const FRENCH_SYNONYMS = `
  téléphone portable, smartphone, téléphone mobile, cellulaire
  ordinateur portable, pc portable, laptop
  télévision, téléviseur, tv, télé
  écouteurs, oreillettes
  batterie externe, powerbank, chargeur portable
  clé usb, clef usb
  disque dur, hdd
  carte graphique, gpu
  processeur, cpu
  cartouche d'encre, encre imprimante
  écran, moniteur
  caméscope, caméra vidéo
  rallonge, prolongateur

  canapé, sofa, divan
  table de chevet, table de nuit
  commode, chiffonnier
  armoire, penderie
  couette, duvet
  rideaux, voilage
  lampadaire, lampe sur pied
  poubelle, corbeille
  sac poubelle, sac à ordures
  réfrigérateur, frigo, frigidaire
  machine à laver, lave linge, laveuse
  sèche linge, sécheuse
  lave vaisselle, machine à vaisselle
  cuisinière, gazinière
  machine à café, cafetière
  couverts, ménagère
  essuie tout, papier absorbant, sopalin
  papier toilette, papier hygiénique
  papier aluminium, papier alu
  gourde, bouteille isotherme
  robinet, mitigeur

  baskets, sneakers
  chaussons, pantoufles
  pull, chandail, pullover
  gilet, cardigan
  sweat à capuche, hoodie
  sweat, sweatshirt
  t shirt, tee shirt, teeshirt
  soutien gorge, soutif
  maillot de bain, costume de bain
  peignoir, robe de chambre
  bottes de pluie, bottes caoutchouc
  sac à main, sacoche
  valise, bagage
  portefeuille, porte monnaie
  bonnet, tuque
  culotte, slip

  tétine > sucette
  poussette, landau
  crème solaire, écran solaire
  après rasage, aftershave
  déodorant, déo
  parfum, eau de parfum, eau de toilette
  sèche cheveux, séchoir
  pansement, sparadrap

  perceuse, foreuse
  visseuse, perceuse visseuse
  cutter, couteau utilitaire
  mètre ruban, ruban à mesurer
  clé allen, clé hexagonale
  plaque de plâtre, placo
  lampe de poche, lampe torche
  tuyau d'arrosage, boyau d'arrosage
  barbecue, grill
  tondeuse à gazon > tondeuse
  ruban adhésif > scotch
  colle, adhésif

  vélo, bicyclette
  voiture, auto, automobile
  moto, motocyclette
  cadenas vélo > antivol vélo
  cadenas moto > antivol moto
  guimauve, marshmallow
  peluche, doudou
  stylo bille, stylo à bille
  gomme, efface
  papier cadeau, emballage cadeau

  pomme de terre, patate
  maïs, blé d'inde
  bonbon, friandise
  biscuit, gâteau sec
  viande hachée, boeuf haché
  myrtille, bleuet
  pastèque, melon d'eau

  shampoing, shampooing
  coloration, teinture
  préservatif, condom
  antidouleur, antalgique, analgésique
  bande dessinée, bd
  livre de cuisine, livre de recettes
  filtre d'habitacle, filtre à pollen
  plaque d'immatriculation, plaque minéralogique
  fermeture éclair, fermeture à glissière, zip
  médiator, plectre
  chargeur sans fil, chargeur à induction
  protège écran, protection d'écran
  graine, semence
`;
