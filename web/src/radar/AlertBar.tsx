import CloseRounded from '@mui/icons-material/CloseRounded'
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import VolumeOffRounded from '@mui/icons-material/VolumeOffRounded'
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { createApproachAlert, removeApproachAlert } from '@rumbo/contract/watchpoints.approach.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { type ReactNode, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import {
  changeNotice,
  playApproach,
  requestNotifications,
  useNoticeSettings,
} from '../places/approach-notice.ts'
import { useApproachAlerts } from '../places/use-approach-alerts.ts'
import { InlineSelect } from '../ui/fields/InlineSelect.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import type { RadarPoint } from './radar.rules.ts'

const minuteChoices = ['3', '5', '10', '15'] as const

function Switch(props: { label: string; isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <IconButton
      size="small"
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.isOn}
      onClick={props.onClick}
      sx={{ color: props.isOn ? token('primaryText') : token('textSoft') }}
    >
      {props.children}
    </IconButton>
  )
}

/** Switches for notifications of an approach: by sound, and by the browser while Rumbo is in the background. */
function NoticeSwitches() {
  const { t } = useText()
  const toasts = useToasts()
  const { hasSound, hasNotification } = useNoticeSettings()
  const switchSound = () => {
    changeNotice({ hasSound: !hasSound })
    if (!hasSound) playApproach()
  }
  const switchNotification = async () => {
    if (hasNotification) {
      changeNotice({ hasNotification: false })
      return
    }
    const answer = await requestNotifications()
    if (answer === 'granted') changeNotice({ hasNotification: true })
    else toasts.show({ type: 'warning', message: t(`radar.alert.notification.${answer}`) })
  }
  return (
    <>
      <Switch label={t('radar.alert.sound')} isOn={hasSound} onClick={switchSound}>
        {hasSound ? <VolumeUpRounded fontSize="small" /> : <VolumeOffRounded fontSize="small" />}
      </Switch>
      <Switch
        label={t('radar.alert.notification')}
        isOn={hasNotification}
        onClick={() => void switchNotification()}
      >
        {hasNotification ? (
          <NotificationsOutlined fontSize="small" />
        ) : (
          <NotificationsOffOutlined fontSize="small" />
        )}
      </Switch>
    </>
  )
}

interface AlertBarProps {
  target: RadarPoint
  /** Description of the target. */
  label: string
  fleetId: string
  /** The vehicle the radar is centred on, if any. */
  vehicleId: string | null
}

/** Adds an alert for the first free vehicle near the target, and lists the alerts. */
export function AlertBar({ target, label, fleetId, vehicleId }: AlertBarProps) {
  const { t, language } = useText()
  const { company } = useWorkspace()
  const toasts = useToasts()
  const message = useErrorMessage()
  const alerts = useApproachAlerts().filter(({ outcome }) => outcome === null)
  const [minutes, setMinutes] = useState<(typeof minuteChoices)[number]>('5')
  const create = useChange(createApproachAlert, {
    onSuccess: () => toasts.show({ type: 'success', message: t('radar.alert.added') }),
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('radar.alert.addFailed')) }),
  })
  const remove = useChange(removeApproachAlert, {
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('radar.alert.removeFailed')) }),
  })
  const add = () => {
    if (!create.isPending)
      create.mutate({ body: { fleetId, label, vehicleId, ...target, minutes: Number(minutes) } })
  }
  return (
    <Box sx={{ borderTop: `1px solid ${token('line')}`, p: '8px 14px', typography: 'body2' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '2px' }}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
          <Button
            size="small"
            variant="outlined"
            startIcon={<NotificationsActiveOutlined />}
            onClick={add}
            sx={{ mr: '4px' }}
          >
            {t('radar.alert.add')}
          </Button>
          <InlineSelect
            label={t('radar.alert.minutes')}
            value={minutes}
            options={minuteChoices.map((value) => ({
              value,
              label: t('radar.alert.within', { minutes: Number(value) }),
            }))}
            onChange={setMinutes}
          />
        </Box>
        <NoticeSwitches />
      </Box>
      <Box sx={{ typography: 'caption', color: token('textSoft'), mt: '4px' }}>{t('radar.alert.while')}</Box>
      {alerts.length > 0 && (
        <Box component="ul" aria-label={t('radar.alert.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {alerts.map((alert) => (
            <Box component="li" key={alert.id} sx={{ display: 'flex', alignItems: 'center', gap: '6px' }}>
              <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {t('radar.alert.one', {
                  minutes: alert.minutes,
                  place: alert.label,
                  until: formatDate(language, alert.expiresAt, {
                    show: 'time',
                    timeZone: company?.timeZone,
                  }),
                })}
              </Box>
              <IconButton
                size="small"
                aria-label={t('radar.alert.cancel', { place: alert.label })}
                onClick={() => remove.mutate({ params: { id: alert.id } })}
              >
                <CloseRounded fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
