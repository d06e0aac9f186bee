/** Silhouettes of a kitchenware shop; `../silhouettes.ts` says how they are written. */
export const kitchen = {
  mug: `<path stroke="dark" stroke-width="14" d="M138 84h16q20 0 20 24t-20 24h-18"/><path fill="main" d="M40 60h102v86q0 24-24 24H64q-24 0-24-24Z"/>
    <ellipse fill="dark" cx="91" cy="60" rx="51" ry="12"/><path fill="light" d="M52 84h12v62q-12 0-12-14Z"/>
    <path stroke="light" stroke-width="5" d="M76 40q-8-10 0-20M104 40q-8-10 0-20"/>`,
  pan: `<path stroke="wood" stroke-width="15" d="M136 116 188 64"/><ellipse fill="dark" cx="86" cy="124" rx="72" ry="48"/><ellipse fill="main" cx="86" cy="116" rx="72" ry="46"/>
    <ellipse fill="ink" cx="86" cy="114" rx="58" ry="35"/><path stroke="light" stroke-width="5" d="M46 104q12-18 36-20"/>`,
  pot: `<path fill="dark" d="M18 98h26v22H30q-12 0-12-12ZM182 98h-26v22h14q12 0 12-12Z"/><path fill="main" d="M38 92h124v56q0 22-22 22H60q-22 0-22-22Z"/>
    <path fill="light" d="M52 104h12v50q-12 0-12-12Z"/><path fill="dark" d="M36 92q8-34 64-34t64 34Z"/><circle fill="ink" cx="100" cy="50" r="10"/>`,
  knife: `<g transform="rotate(-38 100 100)"><path fill="metal" d="M4 92h118v30H66Q24 122 4 92Z"/><path fill="paper" d="M4 92h118v6H8Z"/>
    <rect fill="ink" x="120" y="88" width="10" height="36" rx="3"/><path fill="main" d="M130 90h56q12 0 12 14t-10 16h-58Z"/><g fill="light"><circle cx="146" cy="105" r="4"/><circle cx="176" cy="105" r="4"/></g></g>`,
  board: `<path fill="main" d="M84 22h32v30h22q14 0 14 14v96q0 14-14 14H62q-14 0-14-14V66q0-14 14-14h22Z"/><circle fill="paper" cx="100" cy="36" r="7"/>
    <path stroke="light" stroke-width="4" d="M64 70v90M88 66v96M112 70v92M136 68v92"/><path stroke="dark" stroke-width="4" d="M76 74v40M124 96v60"/>`,
  teapot: `<path stroke="dark" stroke-width="11" d="M60 70C60 14 140 14 140 70"/><path fill="dark" d="M150 104q18-6 18-34l18-4q0 56-38 72Z"/>
    <path fill="main" d="M28 118c0-66 134-66 134 0 0 54-38 54-67 54s-67 0-67-54Z"/><path fill="dark" d="M62 78q34-26 68 0Z"/><circle fill="ink" cx="96" cy="60" r="9"/>
    <path stroke="light" stroke-width="7" d="M44 116q4-18 18-26"/>`,
  grinder: `<path stroke="metal" stroke-width="7" d="M100 52V34h54"/><circle fill="ink" cx="158" cy="34" r="10"/><path fill="metal" d="M64 78q0-30 36-30t36 30Z"/>
    <rect fill="dark" x="56" y="76" width="88" height="16" rx="5"/><path fill="main" d="M60 92h80l8 66H52Z"/><rect fill="dark" x="44" y="156" width="112" height="16" rx="5"/>
    <rect fill="light" x="76" y="114" width="48" height="30" rx="4"/><circle fill="ink" cx="100" cy="129" r="5"/>`,
  kettle: `<path stroke="ink" stroke-width="11" d="M62 84C52 22 148 22 138 84"/><path stroke="dark" stroke-width="13" d="M146 120q24-6 38-44"/>
    <path fill="main" d="M66 78h68l22 82q2 12-12 12H56q-14 0-12-12Z"/><rect fill="dark" x="74" y="68" width="52" height="14" rx="7"/><circle fill="ink" cx="100" cy="62" r="7"/>
    <path fill="light" d="m76 92 12-2-16 66H60Z"/>`,
  bowl: `<path fill="main" d="M18 88h164q0 60-46 78H64Q18 148 18 88Z"/><ellipse fill="dark" cx="100" cy="88" rx="82" ry="20"/><ellipse fill="light" cx="100" cy="92" rx="66" ry="12"/>
    <rect fill="dark" x="68" y="162" width="64" height="11" rx="4"/><path stroke="light" stroke-width="6" d="M38 118q6 20 18 30"/>`,
  whisk: `<g transform="rotate(35 100 100)"><g stroke="metal" stroke-width="5"><path d="M100 112C40 78 64 4 100 4s60 74 0 108"/><path d="M100 112C72 78 80 4 100 4s28 74 0 108M100 112V4"/></g>
    <rect fill="dark" x="90" y="108" width="20" height="16" rx="3"/><rect fill="main" x="90" y="122" width="20" height="72" rx="10"/><path stroke="light" stroke-width="4" d="M96 132v48"/></g>`,
  scale: `<path fill="light" d="M40 66h120q0 32-32 32H72q-32 0-32-32Z"/><rect fill="dark" x="92" y="96" width="16" height="14"/><path fill="main" d="M44 108h112l14 56q2 8-8 8H38q-10 0-8-8Z"/>
    <circle fill="paper" cx="100" cy="140" r="26"/><path stroke="ink" stroke-width="4" d="m100 140 12-16M82 140h4M114 140h4M100 120v4"/>`,
  plate: `<circle fill="dark" cx="100" cy="104" r="76"/><circle fill="main" cx="100" cy="100" r="76"/><circle stroke="light" stroke-width="4" cx="100" cy="100" r="66"/>
    <circle fill="light" cx="100" cy="100" r="46"/><circle stroke="dark" stroke-width="2" cx="100" cy="100" r="46"/><path stroke="paper" stroke-width="5" d="M68 92q6-18 22-24"/>`,
  glass: `<path fill="paper" d="M58 24h84q14 84-42 90-56-6-42-90Z" opacity=".85"/><path fill="main" d="M56 62h88q2 46-44 52-46-6-44-52Z"/>
    <path stroke="metal" stroke-width="6" d="M100 114v54"/><ellipse fill="metal" cx="100" cy="170" rx="38" ry="7"/><path stroke="light" stroke-width="5" d="M70 70q0 20 12 30"/>`,
  jar: `<rect fill="wood" x="62" y="26" width="76" height="28" rx="8"/><rect fill="paper" x="66" y="50" width="68" height="10"/>
    <path fill="paper" d="M60 58h80q14 8 14 24v74q0 16-16 16H62q-16 0-16-16V82q0-16 14-24Z" opacity=".9"/><path fill="main" d="M52 96h96v58q0 12-12 12H64q-12 0-12-12Z"/>
    <rect fill="paper" x="68" y="112" width="64" height="34" rx="4"/><path stroke="dark" stroke-width="4" d="M78 124h44M84 134h32"/>`,
  apron: `<path stroke="dark" stroke-width="6" d="M76 50C70 10 130 10 124 50M48 96l-26 16M152 96l26 16"/><path fill="main" d="M72 46h56q2 36 26 46v74q0 8-8 8H54q-8 0-8-8V92q24-10 26-46Z"/>
    <path fill="dark" d="M70 108h60v32q0 10-10 10H80q-10 0-10-10Z"/><path stroke="light" stroke-width="4" d="M100 108v42M74 54h52"/>`,
} as const;
