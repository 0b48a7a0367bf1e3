import { languages } from '@rumbo/contract/identity.users.contract'
import { paymentMethods, priorities, proofKinds, serviceTypes } from '@rumbo/contract/services.contract'
import { type ServiceImportField, serviceImportFields } from '@rumbo/contract/services.imports.contract'
import { vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { translate } from '@rumbo/i18n'
import { createCodes, createMapping } from '@rumbo/i18n/table-columns'

/** Headings that are recognised besides the product's own texts for the field in both languages. */
const otherHeadings: Partial<Record<ServiceImportField, string>> = {
  reference:
    'referencia|folio|orden|pedido|numero|no|id|clave|reference|ref|order|order number|order id|number',
  fleet: 'flotilla|flota|base|fleet',
  serviceType: 'tipo de servicio|tipo|servicio|service type|type|service',
  dispatchTime:
    'hora de despacho|fecha|fecha y hora|fecha y hora de despacho|fecha de despacho|dispatch date and time|hora|salida|fecha de salida|dispatch time|date|date and time|time|datetime|departure',
  requesterName:
    'cliente|nombre del cliente|customer name|solicitante|nombre|pasajero|customer|client|requester|name|passenger',
  requesterPhone: 'telefono|tel|celular|movil|telefono del cliente|phone|mobile|customer phone|phone number',
  requesterEmail: 'correo|correo electronico|email|e mail|customer email',
  pickupAddress:
    'recogida|direccion de recogida|origen|direccion de origen|desde|pickup|pickup address|origin|from|pick up',
  pickupLatitude:
    'latitud de recogida|pickup latitude|latitud de origen|origen latitud|lat origen|pickup lat|origin latitude|from lat',
  pickupLongitude:
    'longitud de recogida|pickup longitude|longitud de origen|origen longitud|lon origen|pickup lon|pickup lng|origin longitude',
  destinationAddress:
    'destino|direccion|domicilio|address|direccion de entrega|domicilio de entrega|drop address|direccion de destino|hasta|entrega|destination|drop off|dropoff|drop|to|delivery address',
  destinationLatitude:
    'latitud|latitude|lat|latitud de entrega|drop latitude|delivery latitude|latitud de destino|destino latitud|lat destino|destination lat|drop lat|to lat',
  destinationLongitude:
    'longitud|longitude|lon|lng|longitud de entrega|drop longitude|delivery longitude|longitud de destino|destino longitud|lon destino|destination lon|destination lng',
  stop1Address: 'parada|parada 1|stop|stop 1',
  stop2Address: 'parada 2|stop 2',
  stop3Address: 'parada 3|stop 3',
  priorityLevel: 'prioridad|urgencia|priority',
  paymentMethod: 'forma de pago|metodo de pago|pago|payment|payment method',
  estimatedCost: 'costo|precio|tarifa|costo estimado|price|cost|fare',
  requiredVehicleType: 'tipo de unidad|tipo de vehiculo|vehicle type|vehicle',
  requiredSeats: 'pasajeros|asientos|lugares|personas|passengers|seats|pax',
  requiredLoadKg: 'peso|kg|kilos|kilogramos|carga|carga kg|weight|load|load kg|kilograms|weight kg',
  requiredLoadM3: 'volumen|m3|m³|metros cubicos|volumen m3|volume|volume m3|cubic metres|cubic meters|cbm',
  pickupFrom:
    'recogida desde|recoger desde|recoger a partir de|ventana de recogida|ventana de recogida desde|inicio de recogida|horario de recogida|pickup from|pickup after|pickup window|pickup window from|pickup start',
  pickupUntil:
    'recogida hasta|recoger hasta|recoger antes de|ventana de recogida hasta|fin de recogida|pickup until|pickup before|pickup window until|pickup window to|pickup end',
  pickupMinutes:
    'minutos de recogida|minutos de carga|tiempo de carga|pickup minutes|loading minutes|loading time',
  destinationFrom:
    'entrega desde|entregar desde|entregar a partir de|ventana|ventana desde|ventana de entrega|ventana de entrega desde|inicio de ventana|inicio de entrega|horario|horario de entrega|window|window start|time window|delivery window|delivery window start|delivery from|deliver after|drop from|drop window|ready time',
  destinationUntil:
    'entrega hasta|entregar hasta|entregar antes de|ventana hasta|ventana de entrega hasta|fin de ventana|fin de entrega|hora limite|window end|delivery window end|delivery until|deliver before|deliver by|drop until|due time',
  destinationMinutes:
    'minutos|minutos de entrega|minutos de servicio|tiempo de servicio|tiempo de entrega|duracion|minutes|delivery minutes|drop minutes|service minutes|service time|unloading minutes|duration',
  requiredSkills: 'requisitos|equipamiento|equipo|requirements|equipment|skills',
  requiredProofs: 'comprobante|comprobantes|prueba de entrega|proof|proofs|proof of delivery|pod',
  notes: 'notas|nota|observaciones|comentarios|indicaciones|notes|note|comments|remarks|instructions',
}

/** Proposes fields for columns with a known heading in either language; each field at most once. */
export const proposeMapping = createMapping(serviceImportFields, (field) => ({
  own: [field, ...languages.map((language) => translate(language, `imports.field.${field}`))],
  others: otherHeadings[field]?.split('|') ?? [],
}))

type ServiceType = (typeof serviceTypes)[number]
/** Words for types of service besides the product's own. */
const otherTypes: Record<ServiceType, string> = {
  taxi: 'viaje|ride|cab',
  delivery: 'entrega|domicilio|envio a domicilio',
  shuttle: 'personal|van|traslado de personal',
  package: 'paquete|envio|mensajeria|parcel|courier',
  custom: 'servicio especial|otro|other|special',
}

/** The code of a shown word in either language; an unknown word is returned as it is, and refused by validation. */
export const codeOfWord = {
  serviceType: createCodes(serviceTypes, (code) => [
    ...languages.map((language) => translate(language, `services.type.${code as ServiceType}`)),
    ...otherTypes[code as ServiceType].split('|'),
  ]),
  priorityLevel: createCodes(priorities, (code) =>
    languages.map((language) => translate(language, `services.priority.${code as 'low'}`)),
  ),
  requiredVehicleType: createCodes(vehicleTypes, (code) =>
    languages.map((language) => translate(language, `vehicles.type.${code as 'sedan'}`)),
  ),
  requiredProof: createCodes(proofKinds, (code) =>
    languages.map((language) => translate(language, `services.proof.${code as 'photo'}`)),
  ),
  paymentMethod: createCodes(paymentMethods, (code) =>
    languages.map((language) => translate(language, `services.payment.method.${code as 'cash'}`)),
  ),
}
