/** Written by `address-formats.build.mjs`: how the post of each country writes an address (rules/checkout 36). */
export const ADDRESS_FORMATS = {
  US: {
    lines: ['%A', '%C, %S %Z'],
    town: 'city',
    region: 'state',
    postalCode: {
      name: 'zip',
      pattern: String.raw`^(?:(\d{5})(?:[ -](\d{4}))?)$`,
    },
  },
  CA: {
    lines: ['%A', '%C %S %Z'],
    town: 'city',
    region: 'province',
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:[ABCEGHJKLMNPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d)$`,
    },
  },
  GB: {
    lines: ['%A', '%C', '%Z'],
    town: 'town',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:GIR ?0AA|(?:(?:AB|AL|B|BA|BB|BD|BF|BH|BL|BN|BR|BS|BT|BX|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|E|EC|EH|EN|EX|FK|FY|G|GL|GY|GU|HA|HD|HG|HP|HR|HS|HU|HX|IG|IM|IP|IV|JE|KA|KT|KW|KY|L|LA|LD|LE|LL|LN|LS|LU|M|ME|MK|ML|N|NE|NG|NN|NP|NR|NW|OL|OX|PA|PE|PH|PL|PO|PR|RG|RH|RM|S|SA|SE|SG|SK|SL|SM|SN|SO|SP|SR|SS|ST|SW|SY|TA|TD|TF|TN|TQ|TR|TS|TW|UB|W|WA|WC|WD|WF|WN|WR|WS|WV|YO|ZE)(?:\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}))|BFPO ?\d{1,4})$`,
    },
  },
  AU: {
    lines: ['%A', '%C %S %Z'],
    town: 'suburb',
    region: 'state',
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{4})$`,
    },
  },
  NZ: {
    lines: ['%A', '%C %Z'],
    town: 'city',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{4})$`,
    },
  },
  IE: {
    lines: ['%A', '%C', '%S', '%Z'],
    town: 'city',
    region: 'county',
    postalCode: {
      name: 'eircode',
      pattern: String.raw`^(?:[\dA-Z]{3} ?[\dA-Z]{4})$`,
    },
  },
  DE: {
    lines: ['%A', '%Z %C'],
    town: 'city',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{5})$`,
    },
  },
  FR: {
    lines: ['%A', '%Z %C'],
    town: 'city',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{2} ?\d{3})$`,
    },
  },
  NL: {
    lines: ['%A', '%Z %C'],
    town: 'city',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:[1-9]\d{3} ?(?:[A-RT-Z][A-Z]|S[BCE-RT-Z]))$`,
    },
  },
  BE: {
    lines: ['%A', '%Z %C'],
    town: 'city',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{4})$`,
    },
  },
  IT: {
    lines: ['%A', '%Z %C %S'],
    town: 'city',
    region: 'province',
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{5})$`,
    },
  },
  ES: {
    lines: ['%A', '%Z %C %S'],
    town: 'city',
    region: 'province',
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{5})$`,
    },
  },
  SE: {
    lines: ['%A', 'SE-%Z %C'],
    town: 'town',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{3} ?\d{2})$`,
    },
  },
  NO: {
    lines: ['%A', '%Z %C'],
    town: 'town',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{4})$`,
    },
  },
  DK: {
    lines: ['%A', '%Z %C'],
    town: 'city',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{4})$`,
    },
  },
  AT: {
    lines: ['%A', '%Z %C'],
    town: 'city',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{4})$`,
    },
  },
  CH: {
    lines: ['%A', 'CH-%Z %C'],
    town: 'city',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{4})$`,
    },
  },
  PT: {
    lines: ['%A', '%Z %C'],
    town: 'city',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{4}-\d{3})$`,
    },
  },
  FI: {
    lines: ['%A', 'FI-%Z %C'],
    town: 'city',
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{5})$`,
    },
  },
  JP: {
    lines: ['%A, %S', '%Z'],
    town: null,
    region: 'prefecture',
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{3}-?\d{4})$`,
    },
  },
  SG: {
    lines: ['%A', 'SINGAPORE %Z'],
    town: null,
    region: null,
    postalCode: {
      name: 'postal',
      pattern: String.raw`^(?:\d{6})$`,
    },
  },
} as const;
