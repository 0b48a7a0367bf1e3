import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { deviceOnboarding } from '@rumbo/contract/telemetry.contract'
import { addresses } from '../../addresses.ts'
import { useCan } from '../../app/client-context.tsx'
import { AppLink } from '../../app/navigation/address.tsx'
import { Age } from '../../ui/Age.tsx'
import { useNow } from '../../ui/clock.ts'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { contactStateOf, protocolNames, refusedLines } from './device.rules.ts'

type Contact = OutputOf<typeof deviceOnboarding>['contact']

const stepOf = { waiting: 0, silent: 0, connected: 1, reporting: 2 } as const
const severityOf = { waiting: 'info', silent: 'warning', connected: 'info', reporting: 'success' } as const

/** Progress of a tracker's first contact, up to its first position, with advice for the current step. */
export function ContactCheck({ contact, identifier }: { contact: Contact; identifier: string | null }) {
  const { t } = useText()
  const can = useCan()
  const now = useNow(5)
  const state = contactStateOf(contact, now)
  const refused = refusedLines(contact.refused)
  const refusedCount = refused.reduce((sum, { count }) => sum + count, 0)
  const isSilent = state === 'waiting' || state === 'silent'
  const tries = isSilent
    ? (['power', 'sim', 'server', 'identifier'] as const)
    : state === 'connected'
      ? (['sky', 'antenna'] as const)
      : []
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <Steps
        labels={[
          t('devices.contact.step.waiting'),
          t('devices.contact.step.connected'),
          t('devices.contact.step.fix'),
        ]}
        current={state === 'reporting' ? 3 : stepOf[state]}
      />
      <Box role="status">
        <Alert severity={severityOf[state]} role="presentation">
          {t(`devices.contact.${state}`)}
        </Alert>
      </Box>
      {(contact.lastReportAt !== null || contact.lastFixAt !== null) && (
        <FactList
          facts={[
            { name: t('devices.contact.heard'), value: <Age at={contact.lastReportAt} /> },
            { name: t('devices.contact.fix'), value: <Age at={contact.lastFixAt} /> },
            ...(contact.protocol
              ? [
                  {
                    name: t('devices.contact.over'),
                    value: [protocolNames[contact.protocol], contact.address].filter(Boolean).join(' · '),
                  },
                ]
              : []),
          ]}
        />
      )}
      {refusedCount > 0 && (
        <Alert severity="warning" role="presentation">
          {t('devices.contact.refused', { count: refusedCount })}
          <Box component="ul" sx={{ m: '4px 0 0', pl: '18px' }}>
            {refused.map(({ reason, count }) => (
              <li key={reason}>
                <strong>
                  {t(`devices.reason.${reason}`)} ({count})
                </strong>{' '}
                {t(`devices.advice.${reason}`)}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {tries.length > 0 && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          <Typography variant="h3" component="h4" sx={{ color: token('text'), mb: '4px' }}>
            {t('devices.contact.try')}
          </Typography>
          <Box component="ul" sx={{ m: 0, pl: '18px', display: 'grid', gap: '2px' }}>
            {tries.map((what) => (
              <li key={what}>{t(`devices.contact.try.${what}`)}</li>
            ))}
            {isSilent && can('devices.expect') && (
              <li>
                <AppLink to={addresses.unknownDevices({ search: identifier?.slice(-6) })}>
                  {t('devices.contact.try.unknown')}
                </AppLink>
              </li>
            )}
          </Box>
        </Box>
      )}
    </Box>
  )
}
