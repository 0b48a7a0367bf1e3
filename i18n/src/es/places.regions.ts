export const regions = {
  'column.title': 'Región',
  'column.extent': 'Extensión',
  'column.streets': 'Calles',
  'column.addresses': 'Domicilios',
  'column.bytes': 'Espacio',
  'column.dataAt': 'Datos del',
  'column.addedAt': 'Agregada',
  'column.attribution': 'Créditos',
  extent: '{{width}} × {{height}} km',
  approximate: 'Aproximada',
  'exactRoads.date_line':
    'Sin el motor de rutas exactas: la región cruza el meridiano de 180°. Sus rutas las calcula el motor integrado.',
  'exactRoads.failed':
    'Sin el motor de rutas exactas: no se pudo preparar. Sus rutas las calcula el motor integrado.',
  dataUnknown: 'Sin fecha',
  'load.failed': 'No se pudieron cargar las regiones. Inténtalo de nuevo.',
  'empty.title': 'Aún no hay regiones',
  'empty.text':
    'Una región trae calles, domicilios y rutas al mapa. Agrega un extracto de OpenStreetMap (.osm.pbf) de la zona donde trabaja tu flotilla.',
  added: '{{title}} está lista.',
  removed: 'Se quitó {{title}}.',
  'remove.button': 'Quitar',
  'remove.title': '¿Quitar {{title}}?',
  'remove.text':
    'El mapa pierde sus calles, y la búsqueda y las rutas, sus domicilios y caminos. Puedes volver a agregarla desde su archivo.',
  'remove.failed': 'No se pudo quitar la región. Inténtalo de nuevo.',
  'add.button': 'Agregar región',
  'add.title': 'Agregar región',
  'add.drop': 'Suelta aquí el extracto',
  'add.dropHint': 'Archivo .osm.pbf u .osm de OpenStreetMap, de hasta {{limit}}',
  'add.choose': 'Elegir archivo',
  'add.submit': 'Agregar',
  'add.replace': 'Reemplazar',
  'add.replaces': 'Ya existe la región {{name}}: se reemplaza cuando la nueva esté lista.',
  'add.sending': 'Enviando el archivo',
  'add.building': 'Preparando calles, domicilios y rutas',
  'add.percent': '{{percent}} %',
  'add.goesOn': 'Puedes cerrar esta ventana: la región se sigue preparando.',
  'add.cancel': 'Cancelar',
  'add.cancelled': 'Se canceló. No cambió nada.',
  'add.sendFailed': 'No se pudo enviar el archivo. Inténtalo de nuevo.',
  'field.title': 'Nombre',
  'field.titleHint': 'Como se lee en el mapa y en esta lista',
  'field.name': 'Clave',
  'field.nameHint': 'Minúsculas, números y guiones; la misma clave reemplaza a la región',
  'field.fileMissing': 'Elige un archivo.',
  'field.fileKind': 'Elige un archivo .osm.pbf u .osm.',
  'field.fileEmpty': 'El archivo está vacío. Elige otro.',
  'field.fileTooLarge': 'El archivo pasa de {{limit}}. Usa uno de un área menor.',
  'field.titleMissing': 'Escribe un nombre.',
  'field.titleTooLong': 'Usa 80 caracteres como máximo.',
  'field.nameShape': 'Usa solo minúsculas sin acento, números y guiones, 40 como máximo.',
  'failure.region_not_extract':
    'El contenido del archivo no es de OpenStreetMap, diga lo que diga su nombre. Descarga el extracto de nuevo.',
  'failure.region_compressed': 'El archivo está comprimido. Descomprímelo, o usa el archivo .osm.pbf.',
  'failure.region_truncated': 'El archivo está incompleto: se cortó al descargarse. Descárgalo de nuevo.',
  'failure.region_unsorted':
    'El archivo no está ordenado por tipo e id. Ordénalo primero, por ejemplo con osmium sort.',
  'failure.region_unsupported':
    'El archivo usa una variante que Rumbo no lee. Usa un extracto sencillo, comprimido con zlib.',
  'failure.region_broken': 'El archivo está dañado. Descárgalo de nuevo.',
  'failure.region_too_large': 'El archivo abarca demasiado. Usa un extracto de un área menor.',
  'failure.region_no_roads':
    'El archivo no tiene calles para autos. Usa un extracto de un área completa, con sus calles.',
  'failure.region_disk_full':
    'El disco del servidor está lleno. Libera espacio e inténtalo de nuevo. No cambió nada.',
  'failure.region_unwritable':
    'El servidor no puede escribir en la carpeta de regiones. Pide permisos para ella. No cambió nada.',
  'failure.region_memory':
    'El servidor no tiene memoria suficiente para este archivo. Usa un extracto de un área menor. No cambió nada.',
  'failure.region_busy': 'La región se está cambiando en este momento. Espera a que termine.',
  'failure.region_not_found': 'La región ya no existe.',
  'failure.region_name_invalid':
    'La clave no es válida. Usa solo minúsculas sin acento, números y guiones, 40 como máximo.',
  'failure.region_failed':
    'No se pudo preparar la región. No cambió nada. Inténtalo de nuevo; si sigue, avisa a soporte.',
} as const
