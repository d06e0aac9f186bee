/** Silhouettes of a tools and hardware shop; `../silhouettes.ts` says how they are written. */
export const tools = {
  hammer: `<g transform="rotate(35 100 100)"><rect fill="wood" x="91" y="48" width="18" height="92" rx="4"/><rect fill="main" x="88" y="112" width="24" height="82" rx="11"/>
    <path fill="metal" d="M52 22h22l8 6h48q22 2 34 26-18-8-38-4H82l-8 6H52Z"/><rect fill="ink" x="86" y="22" width="28" height="34" rx="3"/><path stroke="dark" stroke-width="4" d="M94 136h12M94 150h12M94 164h12"/></g>`,
  screwdriver: `<g transform="rotate(40 100 100)"><path fill="metal" d="M95 96h10v76l-5 18-5-18Z"/><rect fill="ink" x="88" y="84" width="24" height="16" rx="4"/>
    <path fill="main" d="M82 24q0-20 18-20t18 20l-4 30 4 32q0 8-18 8t-18-8l4-32Z"/><path stroke="light" stroke-width="5" d="M94 20v62"/><path stroke="dark" stroke-width="5" d="M107 20v62"/></g>`,
  spanner: `<g transform="rotate(40 100 100)"><path fill="main" d="M82 44a30 30 0 0 1 4-42v26l14 8 14-8V2a30 30 0 0 1 4 42l-6 12v88l6 6a26 26 0 1 1-36 0l6-6V56Z"/>
    <circle fill="paper" cx="100" cy="168" r="14"/><path fill="light" d="M94 64h6v74h-6Z"/></g>`,
  pliers: `<path stroke="dark" stroke-width="19" d="M94 96Q60 130 62 180"/><path fill="metal" d="M100 96Q72 70 98 18l4 0v46Z"/>
    <path stroke="main" stroke-width="19" d="M106 96q34 34 32 84"/><path fill="metal" d="M100 96q28-26 4-78h-2v46Z"/><circle fill="metal" cx="100" cy="94" r="20"/><circle fill="ink" cx="100" cy="94" r="8"/>
    <path stroke="ink" stroke-width="3" d="M101 22v46"/>`,
  saw: `<g transform="rotate(-20 100 100)"><path fill="metal" d="M76 70 196 92v14L76 134Z"/><path fill="paper" d="m76 134 120-28-4 7-6-3-4 9-7-4-5 9-7-4-5 9-7-4-5 9-7-4-5 9-7-4-5 9-7-4-5 9-7-3Z"/>
    <path fill="main" d="M84 62v78l-22 12q-44 8-52-22l8-46q10-28 40-24ZM62 88q-20-4-24 14l-4 16q2 14 22 10 10-2 10-12V96q0-8-4-8Z" fill-rule="evenodd"/></g>`,
  drill: `<rect fill="metal" x="146" y="66" width="38" height="12" rx="3"/><path stroke="metal" stroke-width="6" d="M178 72h18"/><path fill="ink" d="M124 50h22l6 12v20l-6 12h-22Z"/>
    <path fill="main" d="M24 44h94q10 0 10 10v38q0 10-10 10H96l-6 40H48l4-40H34q-18-2-18-28 0-30 8-30Z"/><rect fill="dark" x="34" y="140" width="70" height="32" rx="8"/>
    <path fill="light" d="M40 58h60v8H40Z"/><path fill="accent" d="M98 104h12l-6 20h-9Z"/>`,
  'tape-measure': `<path fill="sun" d="M128 142h62v20h-62Z"/><path stroke="ink" stroke-width="3" d="M140 142v9M150 142v12M160 142v9M170 142v12M180 142v9"/><path fill="metal" d="M186 136h7v36h-7Z"/>
    <path fill="main" d="M26 66q0-28 28-28h48q44 0 44 48v72q0 12-12 12H38q-12 0-12-12Z"/><circle fill="dark" cx="84" cy="106" r="40"/><circle fill="light" cx="84" cy="106" r="27"/>
    <path stroke="main" stroke-width="6" d="M72 106h24M84 94v24"/>`,
  level: `<g transform="rotate(-12 100 100)"><rect fill="main" x="6" y="76" width="188" height="48" rx="8"/><rect fill="dark" x="6" y="76" width="16" height="48" rx="6"/><rect fill="dark" x="178" y="76" width="16" height="48" rx="6"/>
    <rect fill="lime" x="74" y="86" width="52" height="24" rx="10"/><path stroke="ink" stroke-width="3" d="M90 86v24M110 86v24"/><ellipse fill="paper" cx="100" cy="95" rx="8" ry="6"/>
    <g fill="lime"><circle cx="46" cy="100" r="12"/><circle cx="154" cy="100" r="12"/></g><path fill="light" d="M24 118h152v3H24Z"/></g>`,
  screw: `<g transform="rotate(30 100 100)"><path fill="main" d="M62 22h76l-18 24H80Z"/><path fill="metal" d="M86 46h28v96l-14 46-14-46Z"/>
    <path stroke="dark" stroke-width="7" d="m80 72 40-10M80 92l40-10M80 112l40-10M80 132l40-10M84 152l32-9M90 170l20-6"/><path fill="dark" d="M86 26h28v8H86Z"/></g>`,
  brush: `<g transform="rotate(30 100 100)"><path fill="wood" d="M90 12q10-12 20 0l-2 48q0 14 22 18H70q22-4 22-18Z"/><circle fill="paper" cx="100" cy="20" r="4"/>
    <rect fill="metal" x="62" y="78" width="76" height="32" rx="3"/><path stroke="ink" stroke-width="2" d="M62 88h76M62 100h76"/><path fill="dark" d="M64 110h72l4 40H60Z"/>
    <path fill="main" d="M61 142h78l3 28q-12 18-24 6-12 16-24 2-14 14-36-8Z"/></g>`,
  toolbox: `<path stroke="ink" stroke-width="11" d="M68 62V44q0-10 10-10h44q10 0 10 10v18"/><path fill="main" d="M22 62h156q8 0 8 10v30H14V72q0-10 8-10Z"/><path fill="dark" d="M14 102h172v54q0 14-14 14H28q-14 0-14-14Z"/>
    <g fill="metal"><rect x="44" y="92" width="22" height="26" rx="4"/><rect x="134" y="92" width="22" height="26" rx="4"/></g><path fill="light" d="M30 72h140v8H30Z"/>`,
  gloves: `<path fill="dark" d="M104 172V92q-4-50 8-56t12 14l2 24q2-34 14-34t12 36l2 0q4-28 14-24t6 34l-4 50q-2 22-10 36Z" transform="translate(6 4)"/>
    <path fill="main" d="M46 150 32 112Q14 92 24 84t28 18l2-46q2-20 13-18t11 20l2-30q2-14 13-12t11 16l-2 30q4-18 14-14t10 22l-6 50q-2 18-10 32Z"/><rect fill="ink" x="42" y="148" width="72" height="28" rx="8"/>
    <path stroke="light" stroke-width="4" d="M78 70v26M101 74v22"/>`,
  ladder: `<path stroke="metal" stroke-width="8" d="M112 30 168 172"/><path stroke="main" stroke-width="11" d="M84 30 38 172M116 30 110 172"/><path fill="dark" d="M72 20h56v16H72Z"/>
    <path stroke="light" stroke-width="9" d="M76 60h36M68 86h43M60 112h51M50 138h60"/><path stroke="metal" stroke-width="4" d="M111 118h36"/>`,
  padlock: `<path stroke="metal" stroke-width="17" d="M64 96V66c0-48 72-48 72 0v30"/><rect fill="main" x="40" y="90" width="120" height="84" rx="18"/><path fill="light" d="M54 104h10v54H54Z"/>
    <circle fill="ink" cx="100" cy="124" r="12"/><path fill="ink" d="M95 128h10l5 26H90Z"/><path fill="dark" d="M40 146h120v8H40Z" opacity=".4"/>`,
} as const;
