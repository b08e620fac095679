/** Seconds. */
export declare const DAY = 86400;
export interface RetentionArgs {
    /**
     * Seconds after which a message that no function has processed is removed: 60 to 1,209,600, which are fourteen days. Without
     * it, the target decides how long a message waits. Dead letters are kept longer.
     */
    retention?: number;
}
/** The retention of a component, checked, as a member of its inputs and of its spec. */
export declare function retentionOf(component: string, name: string, { retention }: RetentionArgs): RetentionArgs;
/** The retention of objects, checked: whole days in seconds, as S3 has them. */
export declare function objectRetention(component: string, name: string, { retention }: RetentionArgs): RetentionArgs;
/** Refuses arguments of a component that it does not have, such as the options of resources. */
export declare function checkMembers(component: string, name: string, args: object, known: readonly string[]): void;
