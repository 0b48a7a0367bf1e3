import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type DeviceMessage, unreadDeviceBytes } from '@rumbo/contract/telemetry.inspection.contract'
import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { type Fact, FactList } from '../../ui/FactList.tsx'
import { useText, type WordText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { CopyButton } from '../devices/CopyButton.tsx'
import { PlaceLink } from '../PlaceLink.tsx'
import { describedAs, rawText, readingLabel } from '../readings/readings.rules.ts'
import { byteRuns, byteText } from './messages.rules.ts'

const code = { fontFamily: 'monospace', fontSize: '0.8125rem', overflowWrap: 'anywhere', m: 0 } as const

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: '6px', minWidth: 0, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '6px', minHeight: 34 }}>
        <Typography variant="subtitle2" component="h4" sx={{ m: 0 }}>
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Box>
  )
}

/** The bytes of a message beside what was read of them. */
export function MessageContent({ vehicleId, message }: { vehicleId: string; message: DeviceMessage }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: '16px',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        p: '4px 12px 14px',
      }}
    >
      <Raw vehicleId={vehicleId} message={message} />
      {(message.direction === 'in' || message.text !== null) && <Decoded message={message} />}
    </Box>
  )
}

function Raw({ vehicleId, message }: { vehicleId: string; message: DeviceMessage }) {
  const { t } = useText()
  const { number, bytes, length, direction, kind } = message
  const isExamined = direction === 'in' && kind !== 'skipped' && message.transport !== 'http'
  const unread = useEndpoint(
    unreadDeviceBytes,
    { params: { id: vehicleId, number } },
    // What was recorded never changes.
    { enabled: isExamined, staleTime: Number.POSITIVE_INFINITY, retry: false },
  )
  const ranges = kind === 'skipped' ? [[0, length] as const] : (unread.data?.ranges ?? [])
  const unreadCount = ranges.reduce((sum, [from, to]) => sum + to - from, 0)
  return (
    <Part
      title={t(direction === 'in' ? 'devices.messages.raw' : 'devices.messages.sent')}
      action={<CopyButton text={bytes} what={t('devices.messages.bytes')} />}
    >
      <Box component="p" sx={code}>
        {byteRuns(bytes, ranges).map(({ hex, isUnread }, at) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a message never change their order
            key={at}
            component={isUnread ? 'mark' : 'span'}
            sx={
              isUnread
                ? { color: token('alarmed'), backgroundColor: token('alarmedTint'), borderRadius: '3px' }
                : undefined
            }
          >
            {`${hex} `}
          </Box>
        ))}
      </Box>
      <Box component="p" sx={{ ...code, color: token('textSoft'), whiteSpace: 'pre-wrap' }}>
        {byteText(bytes)}
      </Box>
      <Typography variant="body2" sx={{ color: token('textSoft') }}>
        {isExamined && unread.data?.ranges === null
          ? t('devices.messages.unreadUnknown')
          : (isExamined && unread.data) || kind === 'skipped'
            ? t('devices.messages.unreadBytes', { count: unreadCount })
            : null}
        {bytes.length < length * 2 && ` ${t('devices.messages.cut')}`}
      </Typography>
    </Part>
  )
}

function Decoded({ message }: { message: DeviceMessage }) {
  const { t } = useText()
  const { kind, text, reports, reportCount, checksumHolds, direction } = message
  return (
    <Part title={t(direction === 'in' ? 'devices.messages.decoded' : 'devices.messages.inWords')}>
      {!checksumHolds && (
        <Typography variant="body2" sx={{ color: token('alarmed') }}>
          {t('devices.messages.wrongChecksum')}
        </Typography>
      )}
      {text !== null && (
        <Box component="p" sx={code}>
          {text}
        </Box>
      )}
      {(kind === 'refused' || kind === 'skipped' || kind === 'unread') && (
        <Typography variant="body2">{t(`devices.messages.why.${kind}`)}</Typography>
      )}
      {kind === 'message' && reports.length === 0 && direction === 'in' && (
        <Typography variant="body2">{t('devices.messages.noReport')}</Typography>
      )}
      {reports.map((report, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the reports of a message never change their order
        <Report key={at} report={report} />
      ))}
      {reportCount > reports.length && (
        <Typography variant="body2" sx={{ color: token('textSoft') }}>
          {t('devices.messages.reportsCut', { shown: reports.length, total: reportCount })}
        </Typography>
      )}
    </Part>
  )
}

type ReportValues = Record<string, string | number | boolean | undefined>

/** In words, with the names of the API behind them, which support and protocol documents share. */
const factsOf = (t: WordText, values: ReportValues): Fact[] =>
  Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return []
    const { entry } = readingOf(name)
    const words = entry ? `${readingLabel(t, describedAs(name))} · ${name}` : name
    return [{ name: words, value: rawText(t, { unit: entry?.unit ?? null }, value) }]
  })

const known = (name: string, value: number | null): Fact[] => (value === null ? [] : [{ name, value }])

function Report({ report }: { report: DeviceMessage['reports'][number] }) {
  const { t } = useText()
  const moment = useMoment()
  const { kind, fix, alarm, answer, telemetry, extras, leftOut } = report
  const main: Fact[] = [
    { name: t('devices.messages.report'), value: t(`devices.messages.report.${kind}`) },
    ...(alarm === null
      ? []
      : [{ name: t('devices.messages.alarm'), value: `${t(`events.kind.${alarm}`)} · ${alarm}` }]),
    ...(answer === null ? [] : [{ name: t('devices.messages.answer'), value: answer }]),
  ]
  const place: Fact[] =
    fix === null
      ? []
      : [
          { name: t('devices.column.fixTime'), value: moment(fix.time) },
          {
            name: t('devices.column.place'),
            value: <PlaceLink latitude={fix.latitude} longitude={fix.longitude} />,
          },
          {
            name: t('devices.messages.fixIsValid'),
            value: t(fix.isValid ? 'history.reading.yes' : 'history.reading.no'),
          },
          { name: t('history.column.speedKmh'), value: fix.speedKmh },
          ...known(t('history.column.heading'), fix.headingDegrees),
          ...known(t('history.column.altitude'), fix.altitudeMetres),
          ...known(t('devices.messages.accuracy'), fix.accuracyMetres),
          ...known(t('history.column.satellites'), fix.satellites),
        ]
  const left = factsOf(t, leftOut)
  return (
    <Box sx={{ display: 'grid', gap: '8px', typography: 'body2' }}>
      <FactList facts={[...main, ...place, ...factsOf(t, telemetry), ...factsOf(t, extras)]} />
      {left.length > 0 && (
        <Box>
          <Typography variant="body2" sx={{ color: token('alarmed') }}>
            {t('devices.messages.leftOut')}
          </Typography>
          <FactList facts={left} />
        </Box>
      )}
    </Box>
  )
}
