import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { MethodNotice } from '../../app/MethodNotice.tsx'
import { useMoment } from '../../app/use-moment.ts'
import { Card } from '../../ui/Card.tsx'
import { useKeptFocus } from '../../ui/hooks/use-kept-focus.ts'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { PushBrowser } from './push-browser.ts'
import { usePush } from './use-push.ts'

/** Push notifications: permission, the person's browsers, and a test. @param browser Default: this one. */
export function PushCard({ browser }: { browser?: PushBrowser }) {
  const { t } = useText()
  const moment = useMoment()
  const message = useErrorMessage()
  const push = usePush(browser)
  const items = push.devices.data?.items ?? []
  const isHere = items.some(({ isOwnSession }) => isOwnSession)
  const obstacle =
    push.permission === null ? t('push.unsupported') : push.permission === 'denied' ? t('push.denied') : null
  const buttons = useRef<HTMLDivElement>(null)
  useKeptFocus(items.length, () => buttons.current?.querySelector<HTMLElement>('button:not(:disabled)'))
  return (
    <Card title={t('push.title')}>
      <Box sx={{ display: 'grid', gap: '16px' }}>
        <Typography sx={{ color: token('textSoft') }}>{t('push.lead')}</Typography>
        {push.isConfigured === false && (
          <>
            <Alert severity="info" role="status">
              {t('push.notConfigured')}
            </Alert>
            <MethodNotice methods={['push']} />
          </>
        )}
        {push.isConfigured !== false && obstacle !== null && (
          <Alert severity="info" role="status">
            {obstacle}
          </Alert>
        )}
        {push.devices.isError && (
          <Alert severity="error">{message(push.devices.error, t('push.error.load'))}</Alert>
        )}
        {items.length > 0 && (
          <Box
            component="ul"
            aria-label={t('push.devices')}
            sx={{ display: 'grid', gap: '8px', m: 0, p: 0, listStyle: 'none' }}
          >
            {items.map((device) => (
              <Box
                component="li"
                key={device.id}
                sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' }}
              >
                <Box sx={{ flex: 1, minWidth: 180 }}>
                  {device.label}{' '}
                  {device.isOwnSession && <TintedChip colour="active">{t('push.thisDevice')}</TintedChip>}
                  <Typography variant="body2" sx={{ color: token('textSoft') }}>
                    {device.lastSuccessAt === null
                      ? t('push.neverSent', { since: moment(device.createdAt) })
                      : t('push.lastSent', { at: moment(device.lastSuccessAt) })}
                  </Typography>
                </Box>
                <Button
                  size="small"
                  aria-label={t('push.removeNamed', { device: device.label })}
                  onClick={() => void push.remove(device)}
                >
                  {t('push.remove')}
                </Button>
              </Box>
            ))}
          </Box>
        )}
        <Box ref={buttons} sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
          {!isHere && (
            <Button
              variant="contained"
              disabled={obstacle !== null || push.isConfigured !== true}
              loading={push.isBusy}
              onClick={() => void push.switchOn()}
            >
              {t('push.switchOn')}
            </Button>
          )}
          {items.length > 0 && (
            <Button variant="outlined" loading={push.isTesting} onClick={push.test}>
              {t('push.test')}
            </Button>
          )}
        </Box>
      </Box>
    </Card>
  )
}
