import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const apiOrigin = process.env.RUMBO_API_ORIGIN ?? 'http://127.0.0.1:8080'

/** The development server's answer to the address of a tracking link; in production `pages.ts` gives it. */
const trackingPage: Plugin = {
  name: 'tracking-page',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/s/')) request.url = '/track.html'
      next()
    })
  },
}

/**
 * Build of the browser's part, without zod (see `schema-shapes.ts`). In development `/v1` goes to the server at `RUMBO_API_ORIGIN`.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), trackingPage],
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
    // The customer's page is small, and apart from the application.
    rolldownOptions: {
      input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'track.html')],
    },
    chunkSizeWarningLimit: 1200,
  },
})
