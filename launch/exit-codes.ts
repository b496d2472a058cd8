/** The exit code of `npm run seed` while the shop is starting. */
export const SHOP_NOT_UP = 75;
