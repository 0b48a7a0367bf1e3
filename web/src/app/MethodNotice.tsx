import Alert from '@mui/material/Alert'
import { listNotificationMethods, type NotificationMethod } from '@rumbo/contract/notifications.contract'
import { useText } from '../ui/i18n.tsx'
import { useWorkspace } from './client-context.tsx'
import { useEndpoint } from './data/use-data.ts'

/**
 * The methods that are not configured, and who can configure each; nothing where all are.
 * @param methods Default: all.
 */
export function MethodNotice({ methods }: { methods?: readonly NotificationMethod[] }) {
  const { t } = useText()
  const { company } = useWorkspace()
  const answer = useEndpoint(listNotificationMethods, { query: { companyId: company?.id } })
  const off =
    answer.data?.items.filter(
      ({ method, isConfigured }) => !isConfigured && (methods?.includes(method) ?? true),
    ) ?? []
  return off.map(({ method, configurableBy }) => (
    <Alert key={method} severity="info" role="status">
      {configurableBy.length === 0
        ? t('notificationPreferences.off', { method: t(`notifications.method.${method}`) })
        : t('notificationPreferences.offNamed', {
            method: t(`notifications.method.${method}`),
            names: configurableBy.join(', '),
          })}
    </Alert>
  ))
}
