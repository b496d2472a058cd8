export const ROLES = ['owner', 'support', 'packer'] as const;
export type Role = (typeof ROLES)[number];
