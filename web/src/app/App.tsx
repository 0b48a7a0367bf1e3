import { RouterProvider } from '@tanstack/react-router'
import { LanguageProvider } from '../ui/i18n.tsx'
import { ThemeSettingsProvider } from '../ui/theme/theme-settings.tsx'
import { ToastProvider } from '../ui/toasts/toasts.tsx'
import type { Client } from './client.ts'
import { ClientProvider } from './client-context.tsx'
import type { AppRouter } from './navigation/router.tsx'

export function App({ client, router }: { client: Client; router: AppRouter }) {
  return (
    <ThemeSettingsProvider>
      <LanguageProvider>
        <ToastProvider>
          <ClientProvider client={client}>
            <RouterProvider router={router} />
          </ClientProvider>
        </ToastProvider>
      </LanguageProvider>
    </ThemeSettingsProvider>
  )
}
