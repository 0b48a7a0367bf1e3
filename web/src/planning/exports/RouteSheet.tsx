import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Plan } from '@rumbo/contract/planning.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useId } from 'react'
import { addresses } from '../../addresses.ts'
import { nowMs } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { tokens } from '../../ui/theme/tokens.ts'
import type { ExportedPlan, ExportedRoute, ExportedVisit } from './exported.ts'
import { useExportWords } from './use-export-words.ts'

// Paper is white in every theme.
const { text, textSoft, line, surface } = tokens.light
const cell = {
  border: `1px solid ${line}`,
  padding: '4px 6px',
  verticalAlign: 'top',
  textAlign: 'left',
} as const
const qrSize = 92

interface RouteSheetProps {
  plan: ExportedPlan
  route: ExportedRoute
  status: Plan['status']
  isEstimate: boolean
}

/** What a driver takes along on paper: the stops of a route in their order, and a code that opens it on the phone. */
export function RouteSheet({ plan, route, status, isEstimate }: RouteSheetProps) {
  const { t, language } = useText()
  const words = useExportWords(plan)
  const titleId = useId()
  const { vehicle, timed, visits } = route
  const facts = [
    words.day,
    ...(timed === null
      ? []
      : [
          t('planningLive.sheet.hours', {
            from: words.clock(timed.starts),
            until: words.clock(timed.ends),
          }),
          t('planningLive.sheet.kilometres', { distance: words.kilometres(timed.metres) }),
        ]),
    t('planningLive.sheet.stops', { count: visits.filter(({ stop }) => stop !== null).length }),
  ]
  const remarks = [
    ...(status === 'draft' ? [t('planningLive.sheet.draft')] : []),
    ...(status === 'changed' ? [t('planningLive.sheet.changed')] : []),
    ...(isEstimate ? [t('planningLive.sheet.estimate')] : []),
  ]
  const headings = (['arrives', 'stop', 'contact', 'notes', 'signature', 'done'] as const).map((name) =>
    t(`planningLive.sheet.${name}`),
  )
  return (
    <Box
      component="article"
      aria-labelledby={titleId}
      sx={{
        p: '16px',
        color: text,
        backgroundColor: surface,
        border: `1px solid ${line}`,
        '@media print': { border: 0, p: 0, breakAfter: 'page', '&:last-child': { breakAfter: 'auto' } },
      }}
    >
      <Box sx={{ display: 'flex', gap: '16px', justifyContent: 'space-between', mb: '10px' }}>
        <Box>
          <Typography id={titleId} variant="h2" component="h2">
            {[t('planningLive.sheet.vehicle', { number: vehicle?.vehicleNumber ?? '' }), vehicle?.plateNumber]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
          <Typography>{vehicle?.driverName ?? t('planningLive.sheet.noDriver')}</Typography>
          <Typography sx={{ mt: '4px' }}>{plan.name}</Typography>
          <Typography variant="body2">{facts.join(' · ')}</Typography>
          {remarks.map((remark) => (
            <Typography key={remark} variant="body2" sx={{ fontWeight: 600 }}>
              {remark}
            </Typography>
          ))}
        </Box>
        <Box sx={{ flex: 'none', width: qrSize, textAlign: 'center' }}>
          <QrCode
            text={new URL(addresses.driver({ day: plan.date }), window.location.origin).href}
            label={t('planningLive.sheet.qr')}
            size={qrSize}
          />
          <Typography variant="caption">{t('planningLive.sheet.qr')}</Typography>
        </Box>
      </Box>
      <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', fontSize: 12 }}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <Box key={heading} component="th" scope="col" sx={cell}>
                {heading}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits.map((visit, at) => (
            <SheetRow key={visit.stop?.stopId ?? `reload-${at}`} plan={plan} visit={visit} />
          ))}
        </tbody>
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-end', mt: '28px' }}>
        <Typography variant="caption" sx={{ color: textSoft }}>
          {t('planningLive.sheet.printed', {
            at: formatDate(language, nowMs(), { timeZone: plan.timeZone }),
            version: plan.version,
          })}
        </Typography>
        <Typography
          variant="body2"
          sx={{ borderTop: `1px solid ${text}`, pt: '4px', width: 240, textAlign: 'center' }}
        >
          {t('planningLive.sheet.driverSignature')}
        </Typography>
      </Box>
    </Box>
  )
}

function SheetRow({ plan, visit }: { plan: ExportedPlan; visit: ExportedVisit }) {
  const words = useExportWords(plan)
  const { number, order, stop, times } = visit
  const about = [words.window(visit), words.load(visit)].filter(Boolean).join(' · ')
  return (
    <Box component="tr" sx={{ breakInside: 'avoid' }}>
      <Box component="td" sx={{ ...cell, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {times === null ? '' : words.clock(times.arrives)}
      </Box>
      <Box component="td" sx={cell}>
        <strong>{[number > 0 ? `${number}.` : '', words.type(visit)].filter(Boolean).join(' ')}</strong>
        {order !== null && ` · ${order.serviceNumber}`}
        {stop !== null && <Box>{stop.address}</Box>}
        {stop?.reference && <Box>{stop.reference}</Box>}
        {about !== '' && <Box sx={{ color: textSoft }}>{about}</Box>}
      </Box>
      <Box component="td" sx={cell}>
        {order?.customerName}
        {stop?.contactName && <Box>{stop.contactName}</Box>}
        {stop?.contactPhone && <Box sx={{ whiteSpace: 'nowrap' }}>{stop.contactPhone}</Box>}
      </Box>
      <Box component="td" sx={{ ...cell, whiteSpace: 'pre-wrap' }}>
        {order?.notes}
      </Box>
      <Box component="td" sx={{ ...cell, minWidth: 120, height: 40 }} />
      <Box component="td" sx={{ ...cell, width: 44 }} />
    </Box>
  )
}
