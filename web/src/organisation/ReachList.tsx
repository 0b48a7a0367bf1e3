import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { listFleets } from '@rumbo/contract/organisation.contract'
import { whoMayReach } from '@rumbo/contract/organisation.tree.contract'
import { useMemo } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useAllPages } from '../app/data/use-pages.ts'
import { fleetPageSize } from '../app/session/workspace.ts'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { ScopeCode } from './ScopeList.tsx'
import { useScopeWords } from './use-scope-words.ts'

interface ReachListProps {
  companyId: string
  fleetId?: string
  vehicleId?: string
}

/** Who may read, manage and command a record, and which scope grants it. */
export function ReachList(query: ReachListProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(whoMayReach, { query })
  const { data } = answer
  const fleets = useAllPages(listFleets, { query: { company_id: query.companyId, size: fleetPageSize } }).data
    ?.items
  const names = useMemo(() => new Map((fleets ?? []).map(({ id, name }) => [id, name])), [fleets])
  const words = useScopeWords(names)
  return (
    <Box component="section" aria-label={t('tree.reach.title')}>
      <Typography variant="h3" sx={{ typography: 'subtitle1', fontWeight: 620, mb: '8px' }}>
        {t('tree.reach.title')}
      </Typography>
      {answer.isPending && <ListSkeleton rows={3} />}
      {answer.isError && data === undefined && (
        <ErrorState text={message(answer.error, t('ui.error.text'))} onRetry={() => void answer.refetch()} />
      )}
      {data && (
        <Box
          component="ul"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: '2px',
            m: 0,
            p: 0,
            listStyle: 'none',
          }}
        >
          {data.items.map((person) => (
            <Box
              component="li"
              key={person.userId}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: '4px 8px',
                py: '8px',
                borderTop: `1px solid ${token('line')}`,
                '&:first-of-type': { borderTop: 'none' },
              }}
            >
              <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
                <Typography sx={{ fontWeight: 520 }} noWrap>
                  {person.displayName}
                </Typography>
                <Typography variant="body2" sx={{ color: token('textSoft') }}>
                  {person.role ? t(`users.role.${person.role}`) : t(`identity.level.${person.level}`)} ·{' '}
                  {words.within(person.grantedBy.scope)}
                </Typography>
                <ScopeCode scope={person.grantedBy.scope} />
              </Box>
              <TintedChip colour={person.mayManage ? 'active' : 'occupied'}>
                {t(person.mayManage ? 'tree.sight.manage' : 'tree.sight.read')}
              </TintedChip>
              {person.mayCommand && <TintedChip colour="in_service">{t('tree.reach.commands')}</TintedChip>}
            </Box>
          ))}
          {data.items.length === 0 && (
            <Typography component="li" sx={{ color: token('textSoft') }}>
              {t('tree.reach.none')}
            </Typography>
          )}
        </Box>
      )}
      {data && data.superAdmins > 0 && (
        <Typography variant="body2" sx={{ color: token('textSoft'), mt: '8px' }}>
          {t('tree.reach.superAdmins', { count: data.superAdmins })}
        </Typography>
      )}
    </Box>
  )
}
