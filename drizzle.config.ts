import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/db/schema.ts',
    './src/server/db/billing-schema.ts',
    './src/server/db/mailing-schema.ts',
    './src/server/db/analytics-schema.ts',
    './src/server/db/auth-schema.ts',
  ],
  out: './db/migrations',
});
