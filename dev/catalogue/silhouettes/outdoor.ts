/** Silhouettes of an outdoor and cycling shop; `../silhouettes.ts` says how they are written. */
export const outdoor = {
  tent: `<path stroke="wood" stroke-width="5" d="M100 44V28M14 164l-8 10M186 164l8 10"/>
    <path fill="main" d="M100 40 188 164H12Z"/><path fill="light" d="M100 40 66 164H12Z"/>
    <path fill="ink" d="M100 78 130 164H76Z"/><path fill="dark" d="M100 78 76 164H62Z"/>`,
  'sleeping-bag': `<path fill="main" d="M56 74c0-60 88-60 88 0l-12 98c-2 16-62 16-64 0Z"/>
    <ellipse fill="dark" cx="100" cy="66" rx="28" ry="24"/><ellipse fill="paper" cx="100" cy="72" rx="20" ry="14"/>
    <path stroke="light" stroke-width="5" d="M60 104q40 14 80 0M64 130q36 12 72 0M67 154q33 11 66 0"/>`,
  mat: `<path fill="light" d="M50 84h104a32 32 0 0 1 0 64H50Z"/><path fill="main" d="M52 84h96v64H52Z"/>
    <circle fill="dark" cx="52" cy="116" r="32"/><path stroke="light" stroke-width="5" d="M52 116a8 8 0 1 1-8 8 18 18 0 1 1 24 4"/>
    <path stroke="ink" stroke-width="8" d="M92 84v64M128 84v64"/>`,
  backpack: `<path stroke="dark" stroke-width="10" d="M80 46c0-22 40-22 40 0"/>
    <rect fill="main" x="52" y="42" width="96" height="128" rx="34"/><rect fill="dark" x="38" y="104" width="18" height="48" rx="8"/>
    <rect fill="dark" x="144" y="104" width="18" height="48" rx="8"/><rect fill="light" x="66" y="106" width="68" height="52" rx="12"/>
    <path stroke="dark" stroke-width="5" d="M66 122h68M78 46v36M122 46v36"/><rect fill="accent" x="90" y="72" width="20" height="14" rx="3"/>`,
  pannier: `<path stroke="ink" stroke-width="8" d="M62 52v-16h14M138 52v-16h-14"/>
    <path fill="main" d="M46 62h108l10 102q0 8-8 8H44q-8 0-8-8Z"/><path fill="dark" d="M40 48h120v30H40Z"/>
    <circle fill="paper" cx="100" cy="126" r="16"/><path stroke="light" stroke-width="6" d="M66 78v94M134 78v94"/>`,
  jacket: `<path fill="main" d="M74 38 34 64 20 150l22 6 14-56v72h88v-72l14 56 22-6-14-86-40-26Z"/>
    <path fill="dark" d="M72 40q28-22 56 0-8 24-28 28-20-4-28-28Z"/><path stroke="light" stroke-width="4" d="M100 68v104"/>
    <path stroke="dark" stroke-width="5" d="M66 128h20M114 128h20"/><rect fill="accent" x="114" y="88" width="18" height="7" rx="3"/>`,
  boot: `<path fill="main" d="M62 40h54v52q2 16 26 20 34 6 34 34v6H58Z"/><path fill="ink" d="M54 152h124v16H132l-8-6H94l-8 6H54Z"/>
    <path fill="dark" d="M58 40h62v16H58Z"/><path stroke="paper" stroke-width="5" d="M98 72h20M98 86h22M104 100h26"/>
    <path fill="dark" d="M150 118q26 8 26 34h-30Z"/>`,
  beanie: `<circle fill="light" cx="100" cy="44" r="18"/><path fill="main" d="M38 132q0-82 62-82t62 82Z"/>
    <path stroke="dark" stroke-width="4" d="M66 128q2-46 20-72M100 128V54M134 128q-2-46-20-72"/>
    <rect fill="dark" x="30" y="122" width="140" height="36" rx="14"/><path stroke="main" stroke-width="4" d="M52 128v24M76 128v24M100 128v24M124 128v24M148 128v24"/>`,
  bottle: `<rect fill="ink" x="84" y="24" width="32" height="26" rx="6"/><path fill="main" d="M82 50h36q20 14 20 36v76q0 12-12 12H74q-12 0-12-12V86q0-22 20-36Z"/>
    <path fill="light" d="M74 84q0-10 8-18v98q-8 0-8-8Z"/><rect fill="dark" x="62" y="128" width="76" height="14"/>
    <path fill="accent" d="m88 112 14-20 14 20Z"/>`,
  headlamp: `<path stroke="main" stroke-width="16" d="M34 112c0-78 132-78 132 0"/><path stroke="dark" stroke-width="5" d="M34 112c0-78 132-78 132 0"/>
    <rect fill="ink" x="62" y="94" width="76" height="54" rx="16"/><circle fill="paper" cx="100" cy="121" r="20"/><circle fill="accent" cx="100" cy="121" r="11"/>
    <path stroke="accent" stroke-width="5" d="M70 164l-8 12M100 166v14M130 164l8 12"/>`,
  stove: `<rect fill="main" x="62" y="112" width="76" height="62" rx="14"/><path fill="dark" d="M62 128h76v16H62Z"/><rect fill="metal" x="90" y="92" width="20" height="22"/>
    <path stroke="metal" stroke-width="7" d="M56 70h88M66 70l26 24M134 70l-26 24"/><path fill="accent" d="M100 26q22 24 0 42-22-18 0-42Z"/>
    <path stroke="ink" stroke-width="6" d="M110 102h24"/>`,
  helmet: `<path fill="main" d="M24 128c0-92 152-100 154-4q0 10-12 10H40q-16 0-16-6Z"/><path fill="dark" d="M30 128h142l-18 12H52Z"/>
    <path fill="ink" d="M58 96q6-26 28-32l-8 34ZM94 98l8-38q16 0 24 8l-8 30ZM132 98l6-26q16 12 20 28Z"/>
    <path stroke="ink" stroke-width="5" d="M62 140q18 34 38 34t44-34"/>`,
  bell: `<path fill="main" d="M36 126c0-86 128-86 128 0Z"/><path fill="light" d="M56 112c2-36 22-46 34-48-14 14-18 28-20 48Z"/>
    <rect fill="dark" x="30" y="124" width="140" height="14" rx="7"/><circle fill="ink" cx="100" cy="56" r="8"/>
    <path fill="ink" d="M84 138h32v30H84Z"/><path stroke="metal" stroke-width="8" d="M164 112h22"/>`,
  bicycle: `<g stroke="ink" stroke-width="7"><circle cx="48" cy="126" r="36"/><circle cx="152" cy="126" r="36"/></g>
    <path stroke="main" stroke-width="8" d="M48 126 74 74h60l-36 52ZM98 126 70 62M152 126 130 54"/>
    <path stroke="dark" stroke-width="8" d="M58 60h24M130 54q14-8 24 0"/><circle fill="metal" cx="98" cy="126" r="9"/>`,
} as const;
