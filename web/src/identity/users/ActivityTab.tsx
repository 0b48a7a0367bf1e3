import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { can } from '@rumbo/contract/access'
import type { User } from '@rumbo/contract/identity.users.contract'
import { useState } from 'react'
import { HistoryEntries } from '../../app/data/RecordHistory.tsx'
import { useMoment } from '../../app/use-moment.ts'
import { Age } from '../../ui/Age.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
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
  const [which, setWhich] = useState<'about' | 'by'>('about')
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
      <HistoryEntries of={which === 'about' ? { entityId: user.id } : { actorId: user.id }} size={shown} />
    </Box>
  )
}
