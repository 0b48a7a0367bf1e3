import Box from '@mui/material/Box'
import type { Service } from '@rumbo/contract/services.contract'
import { listServiceChanges, type ServiceChange } from '@rumbo/contract/services.stops.contract'
import { changeLines, wordsOfAction } from '@rumbo/i18n/audit-words'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useMoment } from '../use-moment.ts'

/** Every change of a service, newest first: what, who, when and from where. */
export function HistoryTab({ service }: { service: Service }) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(listServiceChanges, { params: { id: service.id } })
  if (answer.isError)
    return (
      <ErrorState text={message(answer.error, t('ui.error.text'))} onRetry={() => void answer.refetch()} />
    )
  if (!answer.data) return <FormSkeleton fields={4} />
  const { items } = answer.data
  if (items.length === 0) return <EmptyState title={t('services.history.none')} />
  return (
    <Box
      component="ol"
      aria-label={t('services.details.history')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid' }}
    >
      {items.map((change) => (
        <ChangeItem key={change.id} change={change} />
      ))}
    </Box>
  )
}

function ChangeItem({ change }: { change: ServiceChange }) {
  const { t, language } = useText()
  const { company } = useWorkspace()
  const moment = useMoment()
  const lines = changeLines(language, t, change.changes, company?.timeZone)
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gap: '3px', p: '10px 0', borderBottom: `1px solid ${token('line')}` }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '2px 10px', justifyContent: 'space-between' }}>
        <Box component="h3" sx={{ typography: 'subtitle1', m: 0 }}>
          {wordsOfAction(t, change.action)}
        </Box>
        <Box component="time" dateTime={change.at} sx={{ typography: 'body2', color: token('textSoft') }}>
          {moment(change.at)}
        </Box>
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>
        {change.by === null
          ? t(change.action === 'service.rated' ? 'services.cancel.by.client' : 'services.history.system')
          : [change.by, change.address && t('services.history.from', { address: change.address })]
              .filter(Boolean)
              .join(' · ')}
      </Box>
      {lines.map(({ field, before, after }) => (
        <Box key={field} sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {field}:
          </Box>{' '}
          {before !== '—' && (
            <Box component="span" sx={{ color: token('textSoft') }}>
              {before} →{' '}
            </Box>
          )}
          {after}
        </Box>
      ))}
    </Box>
  )
}
