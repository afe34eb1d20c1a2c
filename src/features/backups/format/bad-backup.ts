/** What a backup has in it that it must not have, in words that follow "the backup is damaged: ". */
export class BadBackup extends Error {}
