import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded'
import Box from '@mui/material/Box'
import { levelOfService } from '@rumbo/contract/monitoring.status-levels'
import { Age } from '../ui/Age.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { LevelMark } from './LevelMark.tsx'
import type { ServerStatus } from './server-status.rules.ts'

/** The server's services, since when they run, and why one does not. */
export function ServerServices({ status }: { status: ServerStatus }) {
  const { t } = useText()
  return (
    <Box
      component="ul"
      aria-label={t('panel.server.services')}
      sx={{
        listStyle: 'none',
        m: 0,
        p: '8px 14px 12px',
        display: 'grid',
        gap: '4px 24px',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          xl: 'repeat(3, minmax(0, 1fr))',
        },
        borderTop: `1px solid ${token('line')}`,
      }}
    >
      {status.services.map(({ name, part, state, since, reason }) => {
        const level = levelOfService(state)
        return (
          <Box
            component="li"
            key={`${name} ${part}`}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: '8px',
              minHeight: 32,
              typography: 'body2',
              minWidth: 0,
            }}
          >
            {level === null ? (
              <RadioButtonUncheckedRounded aria-hidden sx={{ fontSize: 16, color: token('textFaint') }} />
            ) : (
              <LevelMark level={level} />
            )}
            <Box component="span" sx={{ minWidth: 0 }}>
              <Box component="span" sx={{ typography: 'subtitle1' }}>
                {t(`monitoring.service.${name}`)}
                {part !== null &&
                  ` · ${part === 'roads' || part === 'geocoding' ? t(`monitoring.service.part.${part}`) : part}`}
              </Box>
              {reason !== null && state !== 'off' && (
                <Box component="span" sx={{ display: 'block', color: token('textSoft') }}>
                  {t(`monitoring.service.reason.${reason}`)}
                </Box>
              )}
            </Box>
            <Box component="span" sx={{ ml: 'auto', color: token('textSoft'), whiteSpace: 'nowrap' }}>
              {t(`monitoring.service.state.${state}`)}
              {since !== null && (
                <>
                  {' · '}
                  <Age at={since} />
                </>
              )}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
