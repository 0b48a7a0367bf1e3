import Box from '@mui/material/Box'
import { type AuditEntry, listAudit } from '@rumbo/contract/monitoring.audit.contract'
import { changeLines, wordsOfAction } from '@rumbo/i18n/audit-words'
import { keepPreviousData } from '@tanstack/react-query'
import { RecordSection } from '../../ui/dialogs/RecordCard.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useCan, useErrorMessage, useWorkspace } from '../client-context.tsx'
import { useMoment } from '../use-moment.ts'
import { useEndpoint } from './use-data.ts'

interface HistoryEntriesProps {
  /** Whose changes: those made to this record, or those this user made. */
  of: { entityId: string } | { actorId: string }
  size: number
}

/** The latest entries of the audit trail about a record, or by a user. */
export function HistoryEntries({ of, size }: HistoryEntriesProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(
    listAudit,
    { query: { size, sort: 'at', order: 'desc', ...of } },
    { placeholderData: keepPreviousData },
  )
  const items = answer.data?.items
  return (
    <>
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('audit.recent.error'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {items === undefined && !answer.isError && <ListSkeleton rows={4} />}
      {items?.length === 0 && <EmptyState title={t('audit.recent.none')} />}
      {items !== undefined && items.length > 0 && (
        <Box
          component="ol"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gap: '12px',
            opacity: answer.isPlaceholderData ? 0.55 : 1,
          }}
        >
          {items.map((entry) => (
            <Entry key={entry.id} entry={entry} isAbout={'entityId' in of} />
          ))}
        </Box>
      )}
    </>
  )
}

function Entry({ entry, isAbout }: { entry: AuditEntry; isAbout: boolean }) {
  const { t, language } = useText()
  const { company } = useWorkspace()
  const moment = useMoment()
  const who = isAbout ? (entry.actorName ?? t('audit.recent.system')) : entry.entityName
  return (
    <Box component="li" sx={{ borderLeft: `2px solid ${token('line')}`, pl: '12px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: '8px', alignItems: 'baseline' }}>
        <Box component="span" sx={{ fontWeight: 620 }}>
          {wordsOfAction(t, entry.action)}
        </Box>
        {who !== null && <span>{who}</span>}
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>
        {[moment(entry.at), entry.address].filter(Boolean).join(' · ')}
      </Box>
      {changeLines(language, t, entry.changes, company?.timeZone).map(({ field, before, after }) => (
        <Box key={field} sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: token('textSoft') }}>
            {field}
          </Box>
          {`: ${before} → ${after}`}
        </Box>
      ))}
    </Box>
  )
}

const shown = 5

/** The latest changes to a record, as a part of its card; nothing for users who may not read the audit trail. */
export function RecordHistory({ recordId }: { recordId: string }) {
  const { t } = useText()
  const can = useCan()
  if (!can('audit.read')) return null
  return (
    <RecordSection title={t('audit.recent.title')}>
      <HistoryEntries of={{ entityId: recordId }} size={shown} />
    </RecordSection>
  )
}
