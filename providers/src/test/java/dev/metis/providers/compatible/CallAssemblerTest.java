package dev.metis.providers.compatible;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.metis.error.ErrorCode;
import dev.metis.json.StrictJson;
import dev.metis.provider.ProviderFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallAssemblerTest {
    private static final List<String> TWO = List.of("fs.list {\"path\":\"a\"}", "fs.read {\"path\":\"b\"}");

    private final CallAssembler assembler =
            new CallAssembler(new ToolNames(List.of(Requests.tool("fs.list"), Requests.tool("fs.read"))));

    @Test
    void joinsFragmentsOfInterleavedCallsByIndex() throws ProviderFailure {
        feed(
                "{'index':0,'id':'a','function':{'name':'fs_list','arguments':''}}",
                "{'index':1,'id':'b','function':{'name':'fs_read','arguments':''}}",
                "{'index':0,'function':{'arguments':'{`path`:'}}",
                "{'index':1,'function':{'arguments':'{`path`'}}",
                "{'index':0,'function':{'arguments':'`a`}'}}",
                "{'index':1,'function':{'arguments':':`b`}'}}");
        assertEquals(TWO, calls());
    }

    @Test
    void ordersCallsByIndexWhateverCameFirst() throws ProviderFailure {
        feed(
                "{'index':2,'id':'b','function':{'name':'fs_read','arguments':'{`path`:`b`}'}}",
                "{'index':0,'id':'a','function':{'name':'fs_list','arguments':'{`path`:`a`}'}}");
        assertEquals(TWO, calls());
        assertEquals(
                List.of(0, 1),
                assembler.completed().stream().map(call -> call.index()).toList());
    }

    @Test
    void joinsFragmentsById() throws ProviderFailure {
        feed(
                "{'id':'a','function':{'name':'fs_list','arguments':'{`path`:'}}",
                "{'id':'b','function':{'name':'fs_read','arguments':'{`path`:'}}",
                "{'id':'a','function':{'arguments':'`a`}'}}",
                "{'id':'b','function':{'arguments':'`b`}'}}");
        assertEquals(TWO, calls());
    }

    @Test
    void joinsFragmentsToTheLastCallWithoutIndexAndId() throws ProviderFailure {
        feed(
                "{'function':{'name':'fs_list','arguments':'{`path`:'}}",
                "{'function':{'arguments':'`a`}'}}",
                "{'function':{'name':'fs_read','arguments':'{`path`:'}}",
                "{'function':{'arguments':'`b`}'}}");
        assertEquals(TWO, calls());
    }

    @Test
    void tellsWholeCallsApartThatAllHaveIndexZero() throws ProviderFailure {
        feed(
                "{'index':0,'id':'a','function':{'name':'fs_list','arguments':'{`path`:`a`}'}}",
                "{'index':0,'id':'b','function':{'name':'fs_read','arguments':'{`path`:`b`}'}}");
        assertEquals(TWO, calls());
    }

    @Test
    void tellsWholeCallsApartThatHaveOneIndexAndNoId() throws ProviderFailure {
        feed(
                "{'index':0,'function':{'name':'fs_list','arguments':'{`path`:`a`}'}}",
                "{'index':0,'function':{'name':'fs_read','arguments':'{`path`:`b`}'}}");
        assertEquals(TWO, calls());
    }

    @Test
    void tellsWholeCallsApartThatRepeatOneId() throws ProviderFailure {
        feed(
                "{'id':'x','function':{'name':'fs_list','arguments':'{`path`:`a`}'}}",
                "{'id':'x','function':{'name':'fs_read','arguments':'{`path`:`b`}'}}");
        assertEquals(TWO, calls());
    }

    @Test
    void keepsCallsOfOneIdApartByTheirIndexes() throws ProviderFailure {
        feed(
                "{'index':0,'id':'x','function':{'name':'fs_list','arguments':'{`path`:'}}",
                "{'index':1,'id':'x','function':{'name':'fs_read','arguments':'{`path`:'}}",
                "{'index':0,'function':{'arguments':'`a`}'}}",
                "{'index':1,'function':{'arguments':'`b`}'}}");
        assertEquals(TWO, calls());
    }

    @Test
    void putsNamesTogetherThatComeInPieces() throws ProviderFailure {
        feed(
                "{'index':0,'id':'a','function':{'name':'fs_'}}",
                "{'index':0,'function':{'name':'list'}}",
                "{'index':0,'function':{'arguments':'{`path`:`a`}'}}",
                "{'index':1,'id':'b','function':{'name':'fs_read','arguments':'{`path`:`b`}'}}");
        assertEquals(TWO, calls());
    }

    @Test
    void takesANameThatIsRepeatedWithEveryFragmentOnce() throws ProviderFailure {
        feed(
                "{'index':0,'id':'a','function':{'name':'fs_list','arguments':'{`path`'}}",
                "{'index':0,'id':'a','function':{'name':'fs_list','arguments':':`a`}'}}",
                "{'index':0,'id':'a','function':{'name':'fs_list','arguments':''}}",
                "{'index':1,'id':'b','function':{'name':'fs_read','arguments':'{`path`:`b`}'}}");
        assertEquals(TWO, calls());
    }

    @Test
    void acceptsArgumentsThatAreAnObjectAndCallsWithout() throws ProviderFailure {
        feed(
                "{'id':'a','function':{'name':'fs_list','arguments':{'path':'a'}}}",
                "{'id':'b','function':{'name':'fs_read'}}");
        assertEquals(List.of("fs.list {\"path\":\"a\"}", "fs.read {}"), calls());
    }

    @Test
    void givesAToolThatIsNotOfferedUnderTheNameThatTheModelWrote() throws ProviderFailure {
        feed("{'index':0,'id':'a','function':{'name':'shell_exec','arguments':'{'}}");
        assertEquals(List.of("shell_exec {"), calls());
    }

    @Test
    void boundsCallsAndArguments() throws ProviderFailure {
        for (int i = 0; i < 128; i++) {
            feed("{'index':" + i + ",'function':{'name':'fs_list','arguments':'{}'}}");
        }
        ProviderFailure many = assertThrows(
                ProviderFailure.class, () -> feed("{'index':128,'function':{'name':'fs_list','arguments':'{}'}}"));
        assertEquals(ErrorCode.TOO_MANY_TOOL_CALLS, many.code());
        String megabyte = "{'index':0,'function':{'arguments':'" + "a".repeat(1024 * 1024) + "'}}";
        assertThrows(ProviderFailure.class, () -> feed(megabyte, megabyte, megabyte, megabyte));
    }

    private void feed(String... pieces) throws ProviderFailure {
        for (String piece : pieces) {
            assembler.accept(StrictJson.parse(piece.replace('\'', '"').replace("`", "\\\"")));
        }
    }

    private List<String> calls() {
        return assembler.completed().stream()
                .map(call -> call.tool() + " " + call.rawArguments())
                .toList();
    }
}
