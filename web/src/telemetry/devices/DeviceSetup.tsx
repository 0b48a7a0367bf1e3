import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { deviceOnboarding } from '@rumbo/contract/telemetry.contract'
import { type ReactNode, useId, useState } from 'react'
import { boxLook } from '../../ui/card-look.ts'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ContactCheck } from './ContactCheck.tsx'
import { CopyButton } from './CopyButton.tsx'
import { DevicePassword } from './DevicePassword.tsx'
import { DeviceSecret } from './DeviceSecret.tsx'
import { protocolNames } from './device.rules.ts'
import { ModelField } from './ModelField.tsx'
import { PhoneApp } from './PhoneApp.tsx'
import { SmsSteps } from './SmsSteps.tsx'

type Onboarding = OutputOf<typeof deviceOnboarding>

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ p: '16px', ...boxLook, minWidth: 0 }}>
      <Typography variant="h2" component="h3" id={titleId} sx={{ mb: '12px' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Copied({ text, what }: { text: string; what: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: '4px' }}>
      <Box component="span" sx={{ fontWeight: 620, userSelect: 'all' }}>
        {text}
      </Box>
      <CopyButton text={text} what={what} />
    </Box>
  )
}

interface DeviceSetupProps {
  vehicleId: string
  onboarding: Onboarding
  model: string
  onModel: (model: string) => void
  apn: string
  onApn: (apn: string) => void
}

/** First contact, device, server, and how to configure the device. */
export function DeviceSetup({ vehicleId, onboarding, model, onModel, apn, onApn }: DeviceSetupProps) {
  const { t } = useText()
  const [secret, setSecret] = useState<string | null>(null)
  const { identifier, simNumber, protocol, server, smsSteps, hint, contact } = onboarding
  const isPhoneApp = hint === 'phone_app' || protocol === 'osmand'
  const isConfigured = smsSteps.length > 0 || hint !== null || isPhoneApp
  return (
    <>
      <Part title={t('devices.contact.title')}>
        <ContactCheck contact={contact} identifier={identifier} />
      </Part>
      <Box
        sx={{
          display: 'grid',
          gap: '16px',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Part title={t('devices.connect.device')}>
          <Box sx={{ display: 'grid', gap: '14px' }}>
            <ModelField
              label={t('devices.connect.model')}
              value={model}
              onChange={onModel}
              hint={t('devices.connect.modelHint')}
            />
            <FactList
              facts={[
                {
                  name: t('devices.connect.identifier'),
                  value:
                    identifier === null ? (
                      t('devices.connect.noIdentifier')
                    ) : (
                      <Copied text={identifier} what={t('devices.connect.identifier')} />
                    ),
                },
                {
                  name: t('devices.connect.sim'),
                  value:
                    simNumber === null ? (
                      t('devices.connect.noSim')
                    ) : (
                      <Copied text={simNumber} what={t('devices.connect.sim')} />
                    ),
                },
              ]}
            />
          </Box>
        </Part>
        <Part title={t('devices.connect.server')}>
          <Box sx={{ display: 'grid', gap: '14px' }}>
            <FactList
              facts={[
                {
                  name: t('devices.connect.host'),
                  value: <Copied text={server.host} what={t('devices.connect.host')} />,
                },
                {
                  name: t('devices.connect.port'),
                  value:
                    server.port !== null ? (
                      <Copied text={String(server.port)} what={t('devices.connect.port')} />
                    ) : (
                      t(protocol === null ? 'devices.connect.portUnknown' : 'devices.connect.portClosed')
                    ),
                },
                ...(protocol === null
                  ? []
                  : [
                      {
                        name: t('devices.column.protocol'),
                        value: [
                          protocolNames[protocol],
                          server.transports.map((each) => each.toUpperCase()).join(', '),
                        ].join(' · '),
                      },
                    ]),
              ]}
            />
            {!server.isPublic && (
              <Alert severity="warning" role="status">
                {t('devices.connect.notPublic', { host: server.host })}
              </Alert>
            )}
          </Box>
        </Part>
      </Box>
      {smsSteps.length > 0 && (
        <Part title={t('devices.connect.sms')}>
          <SmsSteps steps={smsSteps} simNumber={simNumber} apn={apn} onApn={onApn} />
        </Part>
      )}
      {hint === 'vendor_tool' && (
        <Alert severity="info" role="status">
          {t('devices.connect.vendorTool')}
        </Alert>
      )}
      {!isConfigured && identifier !== null && (
        <Alert severity="info" role="status">
          {t(model.trim() === '' ? 'devices.connect.noModel' : 'devices.connect.unknownModel')}
        </Alert>
      )}
      {identifier !== null && (protocol === 'gt06' || protocol === 'queclink') && (
        <Part title={t('devices.password.title')}>
          <DevicePassword vehicleId={vehicleId} hasPassword={onboarding.hasPassword} />
        </Part>
      )}
      {isPhoneApp && identifier !== null && server.port !== null && (
        <Part title={t('devices.connect.phoneApp')}>
          <PhoneApp
            host={server.host}
            port={server.port}
            identifier={identifier}
            secret={secret}
            hasSecret={onboarding.hasSecret}
          />
        </Part>
      )}
      {isPhoneApp && identifier !== null && (
        <Part title={t('devices.connect.secret')}>
          <DeviceSecret
            vehicleId={vehicleId}
            hasSecret={onboarding.hasSecret}
            secret={secret}
            onSecret={setSecret}
          />
        </Part>
      )}
    </>
  )
}
