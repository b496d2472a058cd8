/** The choices of the Figures page; a large shop counts these at night. */
export const FUNNEL_DAYS = ['7', '30', '90', '365'] as const;
