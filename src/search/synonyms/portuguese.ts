/**
 * Portuguese words that mean the same in shops of Portugal and Brazil. See `common-synonyms.ts`. Left out are those that
 * mean so in Portugal only: in Brazil, `sapatilha` is a ballet flat, and `camisola` a nightgown.
 */
export const PORTUGUESE_SYNONYMS = `
  telemóvel, celular, smartphone
  portátil, notebook, laptop
  televisão, tv, televisor
  auriculares, fones de ouvido
  power bank, bateria externa, carregador portátil
  pen drive, memória usb
  disco rígido, hdd
  placa de vídeo, placa gráfica, gpu
  processador, cpu
  videogame, console
  rato, mouse
  coluna bluetooth, caixa de som
  ecrã, monitor
  extensão elétrica, régua de tomadas

  sofá, estofado
  mesa de cabeceira, criado mudo
  guarda roupa, roupeiro
  cómoda, gaveteiro
  edredão, edredom
  manta, cobertor
  almofada, travesseiro
  tapete, carpete
  candeeiro, luminária, abajur
  caixote do lixo, lixeira, cesto de lixo
  frigorífico, geladeira
  máquina de lavar, lavadora
  fogão, cooktop
  máquina de café, cafeteira
  frigideira, sertã
  talheres, faqueiro
  papel de cozinha, papel toalha
  garrafa de água, cantil
  torneira, misturadora

  ténis, sneakers
  suéter, pulôver
  t shirt, camiseta
  casaco, jaqueta
  calças de ganga, jeans
  sutiã, soutien
  touca, gorro
  meias, peúgas
  fato, terno
  fato de banho, maiô
  roupão, robe
  galochas, botas de chuva
  óculos de sol, óculos escuros
  guarda chuva, sombrinha

  verniz de unhas, esmalte
  protetor solar, creme solar
  perfume, fragrância
  penso, curativo

  berbequim, furadeira
  aparafusadora, parafusadeira
  x ato, estilete
  fita métrica, trena
  lanterna, lâmpada de bolso
  mangueira, mangueira de jardim
  churrasqueira, barbecue, grelhador
  corta relva, cortador de grama
  fita cola, fita adesiva

  bicicleta, bike
  carro, automóvel
  mota, motocicleta
  trela, guia para cães
  peluche, pelúcia
  esferográfica > caneta
  papel de embrulho, papel de presente
  sumo, suco
  gelado, sorvete
  bolacha, biscoito

  champô, xampu, shampoo
  pasta de dentes, creme dental, dentífrico
  preservativo, camisinha
  biberão, mamadeira
  chupeta, chucha
  banda desenhada, quadrinhos, hq
  travão, freio
  saca rolhas, abridor de vinho
  zíper, fecho éclair
  flauta doce, flauta de bisel
  cana de pesca, vara de pesca
  capinha > capa
  masculino, para homem
  feminino, para mulher
  infantil, para crianças
`;
