import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const apiOrigin = process.env.RUMBO_API_ORIGIN ?? 'http://127.0.0.1:8080'

/**
 * Build of the browser's part, without zod (see `schema-shapes.ts`). In development `/v1` goes to the server at `RUMBO_API_ORIGIN`.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: { zod: join(import.meta.dirname, 'src/app/data/schema-shapes.ts') } },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/v1': { target: apiOrigin, changeOrigin: true, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 1200,
  },
})
