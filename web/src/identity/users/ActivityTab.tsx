import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { can } from '@rumbo/contract/access'
import type { User } from '@rumbo/contract/identity.users.contract'
import { type AuditEntry, listAudit } from '@rumbo/contract/monitoring.audit.contract'
import { changeLines, wordsOfAction } from '@rumbo/i18n/audit-words'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { Age } from '../../ui/Age.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useManager } from './use-manager.ts'

const shown = 20

/** Last login, creation, and the latest audit entries about or by the user. */
export function ActivityTab({ user }: { user: User }) {
  const { t } = useText()
  const manager = useManager()
  const moment = useMoment()
  return (
    <Box sx={{ display: 'grid', gap: '18px' }}>
      <FactList
        facts={[
          {
            name: t('users.activity.lastLogin'),
            value:
              user.lastLogin === null ? (
                t('users.list.never')
              ) : (
                <Box>
                  {moment(user.lastLogin)}
                  <Box component="span" sx={{ color: token('textSoft') }}>
                    {' · '}
                    <Age at={user.lastLogin} />
                  </Box>
                </Box>
              ),
          },
          { name: t('users.activity.created'), value: moment(user.createdAt) },
        ]}
      />
      {can(manager, 'audit.read') ? (
        <Trail user={user} />
      ) : (
        <Box sx={{ color: token('textSoft') }}>{t('users.activity.forbidden')}</Box>
      )}
    </Box>
  )
}

function Trail({ user }: { user: User }) {
  const { t } = useText()
  const message = useErrorMessage()
  const [which, setWhich] = useState<'about' | 'by'>('about')
  const answer = useEndpoint(
    listAudit,
    {
      query: {
        size: shown,
        sort: 'at',
        order: 'desc',
        entityId: which === 'about' ? user.id : undefined,
        actorId: which === 'about' ? undefined : user.id,
      },
    },
    { placeholderData: keepPreviousData },
  )
  const items = answer.data?.items
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={which}
        aria-label={t('users.activity.which')}
        onChange={(_, next: 'about' | 'by' | null) => next !== null && setWhich(next)}
      >
        <ToggleButton value="about">{t('users.activity.about')}</ToggleButton>
        <ToggleButton value="by">{t('users.activity.by')}</ToggleButton>
      </ToggleButtonGroup>
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('users.activity.error'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {items === undefined && !answer.isError && <ListSkeleton rows={4} />}
      {items?.length === 0 && <EmptyState title={t('users.activity.none')} />}
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
            <Entry key={entry.id} entry={entry} isAbout={which === 'about'} />
          ))}
        </Box>
      )}
    </Box>
  )
}

function Entry({ entry, isAbout }: { entry: AuditEntry; isAbout: boolean }) {
  const { t, language } = useText()
  const { company } = useWorkspace()
  const moment = useMoment()
  const who = isAbout ? (entry.actorName ?? t('users.activity.system')) : entry.entityName
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
