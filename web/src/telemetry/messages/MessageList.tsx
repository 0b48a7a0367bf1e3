import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Collapse from '@mui/material/Collapse'
import type { DeviceMessage } from '@rumbo/contract/telemetry.inspection.contract'
import { useId, useState } from 'react'
import { useMoment } from '../../app/use-moment.ts'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { protocolNames } from '../devices/device.rules.ts'
import { MessageContent } from './MessageContent.tsx'
import { understandingOf } from './messages.rules.ts'

const colours = { fine: 'inactive', partly: 'alarmed', not: 'critical' } as const

/** Messages with the newest first; each opens to its bytes and what was read of them. */
export function MessageList({
  vehicleId,
  messages,
}: {
  vehicleId: string
  messages: readonly DeviceMessage[]
}) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {messages.toReversed().map((message) => (
        <MessageRow key={message.number} vehicleId={vehicleId} message={message} />
      ))}
    </Box>
  )
}

function MessageRow({ vehicleId, message }: { vehicleId: string; message: DeviceMessage }) {
  const { t } = useText()
  const moment = useMoment()
  const contentId = useId()
  const [isOpen, setOpen] = useState(false)
  const { direction, kind, frameType, length, protocol, transport, address, connection, lostBefore } = message
  const Arrow = direction === 'in' ? ArrowBackRounded : ArrowForwardRounded
  return (
    <Box component="li" sx={{ borderTop: `1px solid ${token('line')}` }}>
      <ButtonBase
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
        sx={{
          width: '100%',
          minHeight: 44,
          p: '6px 12px',
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'flex-start',
          gap: '4px 12px',
          textAlign: 'left',
          typography: 'body2',
        }}
      >
        <Arrow
          fontSize="small"
          titleAccess={t(`devices.messages.direction.${direction}`)}
          sx={{ color: token('textSoft') }}
        />
        <span>{moment(message.at, 'dateTimeSeconds')}</span>
        <TintedChip colour={colours[understandingOf(message)]}>
          {t(`devices.messages.kind.${kind}`)}
        </TintedChip>
        {frameType !== null && (
          <Box component="span" sx={{ fontFamily: 'monospace' }}>
            {frameType}
          </Box>
        )}
        <span>{t('devices.messages.length', { count: length })}</span>
        <Box component="span" sx={{ color: token('textSoft'), overflowWrap: 'anywhere' }}>
          {`${protocolNames[protocol]} · ${transport.toUpperCase()} · ${address} · #${connection.split(' ').at(-1)}`}
        </Box>
      </ButtonBase>
      <Collapse in={isOpen} mountOnEnter unmountOnExit id={contentId}>
        <MessageContent vehicleId={vehicleId} message={message} />
      </Collapse>
      {lostBefore > 0 && (
        <Box component="p" sx={{ m: 0, p: '0 12px 8px', typography: 'body2', color: token('alarmed') }}>
          {t('devices.messages.lost', { count: lostBefore })}
        </Box>
      )}
    </Box>
  )
}
